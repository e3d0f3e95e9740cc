"""Seasons and festivals in a request: which one it is about, and who asks."""

from __future__ import annotations

from typing import Any

from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from ronda.desk.collections import Collection, CollectionKind
from ronda.desk.permissions import ROLES, Actor
from ronda.operations.collections import found_collection
from ronda.web.context import Asking, RequestContext, person_in, words_of
from ronda.web.language import Words
from ronda.web.runtime import Runtime


class CollectionContext(RequestContext):
    """The context of a request to one season or festival. Who may do something in every event of a festival may do it
    in the festival; a season belongs to the owner."""

    def __init__(
        self, request: Asking, runtime: Runtime, words: Words, person: Actor, found: Collection | None
    ) -> None:
        super().__init__(request, runtime, words, person)
        self._found = found

    @property
    def collection(self) -> Collection:
        """404 where there is none of that code, or it was deleted."""
        if self._found is None or self._found.deleted:
            raise NotFoundException("no_such_event")
        return self._found

    def of_kind(self, kind: CollectionKind) -> Collection:
        found = self.collection
        if found.kind != kind:
            raise NotFoundException("no_such_event")
        return found

    @property
    def code(self) -> str:
        return self.collection.code

    def page(self, template: str, status: int = 0, /, **facts: Any) -> Template:
        return super().page(template, status, collection=self.collection, **facts)


GivenCollection = NamedDependency[CollectionContext]


def collection_context_of(request: Asking, code: FromPath[str]) -> CollectionContext:
    runtime: Runtime = request.app.state.runtime
    found = found_collection(runtime.store, code)
    person = person_in(request, runtime, code)
    if found is not None and found.kind == "festival" and not person.may("owner"):
        person = _in_all(request, runtime, found)
    return CollectionContext(request, runtime, words_of(request), person, found)


def _in_all(request: Asking, runtime: Runtime, festival: Collection) -> Actor:
    """As whoever the person is in the event where they may least."""
    people = [person_in(request, runtime, code) for code in festival.codes]
    return min(people, key=lambda one: ROLES.index(one.role), default=person_in(request, runtime, ""))
