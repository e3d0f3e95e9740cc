"""Entering one result: done, refused, doubted, to be confirmed, or overtaken by another entry."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal, NamedTuple

import msgspec
from litestar import Response
from litestar.exceptions import ValidationException
from litestar.response import Redirect

from ronda.core.facts import ResultEntered
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk import find_table, record_result
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import ResultEntry
from ronda.desk.decisions import moves
from ronda.desk.results import written
from ronda.desk.stage_advance import other_entrants
from ronda.manual.rendering import place_of
from ronda.operations.operation import read_body
from ronda.store import Conflict, KeyReused, Stored
from ronda.store.live_events import LiveEvent
from ronda.views.verdicts import worded
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import since
from ronda.web.forms import refusal_text, said
from ronda.web.http.admission import post_form
from ronda.web.last_entries import with_faster_entry
from ronda.web.perform import perform, seen_in

State = Literal["done", "refused", "doubt", "confirm", "changed"]
STATUS: dict[State, int] = {"done": 200, "refused": 422, "doubt": 422, "confirm": 409, "changed": 409}
MOST_MOVES = 8  # so many changes of place are told one by one


class EntryAnswer(Frozen):
    """The outcome. `current` is the result that stands now, `moves` who would change places, `version` that of the
    event with the result that was stored."""

    state: State
    result: str = ""
    message: str = ""
    article: str = ""
    current: str = ""
    moves: tuple[str, ...] = ()
    version: int = 0

    @property
    def status(self) -> int:
        return STATUS[self.state]


class Entering(NamedTuple):
    """One request to enter a result."""

    context: EventContext
    ask: ResultEntry
    seen_at: int
    confirmed: bool
    key: str

    @classmethod
    def read(cls, context: EventContext) -> Entering:
        """From the fields of the form; two scores make a result."""
        fields: dict[str, Any] = dict(context.texts)
        fields["absent"] = [value for value in context.form.getall("absent", []) if value]
        scores = [str(fields.pop(name, "")).strip() for name in ("first", "second")]
        if any(scores):
            fields["result"] = "-".join(scores)
        confirmed, key = fields.pop("_confirm", "") == "true", str(fields.pop("_key", ""))
        seen_at = seen_in(fields.pop("_version", ""))
        try:
            ask = read_body(ResultEntry, fields)
        except msgspec.ValidationError as error:
            raise ValidationException(str(error)) from error
        assert isinstance(ask, ResultEntry)
        return cls(context, ask, seen_at, confirmed, key)

    async def done(self) -> EntryAnswer:
        """Done, or why not. A result that stands there already is as good as entered: so it is when a browser has
        not heard the answer and asks again."""
        context, ask = self.context, self.ask
        try:
            request = Request(
                ACTIONS["result"],
                ask,
                context.person,
                seen_at=self.seen_at,
                confirmed=self.confirmed,
                key=self.key or None,
            )
            answer = await perform(context.runtime, context.code, request)
        except KeyReused:
            return EntryAnswer("refused", message=context.words("trouble.key_reused"))
        if isinstance(answer, Stored):
            return EntryAnswer("done", self._as_written(), version=answer.version)
        if isinstance(answer, Conflict):
            return EntryAnswer("refused", message=context.words("trouble.conflict"))
        if answer.code == "overtaken":  # others sit there by now
            told = await asyncio.to_thread(since, context, answer.facts["versions"])
            return EntryAnswer("refused", message=" ".join([context.words("trouble.conflict"), *told]))
        if self._stands():
            return EntryAnswer("done", self._as_written(), version=self._now().version)
        return await asyncio.to_thread(self._why_not, answer)

    def _why_not(self, refusal: Refusal) -> EntryAnswer:
        context, words = self.context, self.context.words
        current = written(self._now().tournament, self.ask.round, self.ask.table) or ""
        if refusal.code in ("confirm_first", "changed_meanwhile"):  # nobody is asked about what cannot be
            fact = self._fact(self._now().tournament, sure=self.ask.sure)
            refusal = fact if isinstance(fact, Refusal) else refusal
        if refusal.code == "confirm_first" and current != (self.ask.was or ""):
            place = {"round": self.ask.round, "table": self.ask.table}
            refusal = with_faster_entry(context.store, context.code, Refusal("changed_meanwhile", "S4", place))
        if refusal.code == "changed_meanwhile":
            return self._overtaken(refusal, current)
        if refusal.code == "confirm_first":
            told = {"round": self.ask.round, "table": self.ask.table, "result": self._told(self.ask.result)}
            message = (
                words("web.results.replace", was=self._told(current), **told)
                if current
                else words("web.results.fill", **told)
            )
            return EntryAnswer("confirm", message=message, current=current, moves=self._moves())
        if refusal == self._doubt():
            return EntryAnswer(
                "doubt", message=words("web.results.doubt", text=self.ask.result), article=refusal.article
            )
        return EntryAnswer("refused", message=refusal_text(context, refusal), article=refusal.article)

    def _overtaken(self, refusal: Refusal, current: str) -> EntryAnswer:
        """Somebody else was faster: who, when, and what stands there now."""
        words, at = self.context.words, refusal.facts.get("at")
        time = words.time(datetime.fromisoformat(at)) if at else "–"
        facts = {"table": self.ask.table, "by": refusal.facts["by"], "time": time}
        if not current:
            return EntryAnswer("changed", message=words("web.results.taken_back", **facts))
        message = words("web.results.overtaken", current=self._told(current), **facts)
        return EntryAnswer("changed", message=message, current=current, moves=self._moves())

    def again(self, entered: EntryAnswer) -> list[tuple[str, str]]:
        """The fields with which it would be done, for somebody who means it; empty if it never can."""
        if entered.state == "refused":
            return []
        was = entered.current if entered.state == "changed" else self.ask.was or ""
        sure = "true" if entered.state == "doubt" or self.ask.sure else "false"
        fields = [("round", str(self.ask.round)), ("table", str(self.ask.table)), ("result", self.ask.result)]
        fields += [("absent", str(player)) for player in self.ask.absent]
        own = [("_confirm", str(entered.state != "doubt").lower()), ("_version", str(self.seen_at))]
        return [*fields, ("was", was), ("sure", sure), *own]

    def _now(self) -> LiveEvent:
        """The event as it stands after the answer."""
        return self.context.runtime.event(self.context.code) or self.context.event

    def _as_written(self) -> str:
        results = self.context.system.rules.results
        result = results.read(self.ask.result, self.context.tournament.setup)
        return self.ask.result if isinstance(result, Refusal) else results.write(result)

    def _told(self, text: str) -> str:
        """A result that was typed or stored, in the word that people read, or as they would type it."""
        results = self.context.system.rules.results
        result = results.read(text, self.context.tournament.setup)
        return text if isinstance(result, Refusal) else worded(results.shown(result), self.context.speaker)

    def _stands(self) -> bool:
        """Whether the table has this very result now."""
        tournament = self._now().tournament
        table = find_table(tournament, self.ask.round, self.ask.table)
        if isinstance(table, Refusal) or table.result is None:
            return False
        wanted = self.context.system.rules.results.read(self.ask.result, tournament.setup)
        return wanted == table.result and set(table.absent) == set(self.ask.absent)

    def _doubt(self) -> Refusal | None:
        results, setup = self.context.system.rules.results, self.context.tournament.setup
        result = results.read(self.ask.result, setup)
        return None if isinstance(result, Refusal) else results.doubted(result, setup)

    def _fact(self, tournament: Tournament, *, sure: bool) -> ResultEntered | Refusal:
        ask = self.ask
        return record_result(tournament, ask.round, ask.table, ask.result, absent=tuple(ask.absent), confirmed=sure)

    def _moves(self) -> tuple[str, ...]:
        """What would change in the standings."""
        tournament, ask, words = self._now().tournament, self.ask, self.context.words
        fact = self._fact(tournament, sure=True)
        table = find_table(tournament, ask.round, ask.table)
        if isinstance(fact, Refusal) or isinstance(table, Refusal):
            return ()
        found = sorted(moves(tournament, [fact]), key=lambda move: move.player not in table.players)
        advanced = [
            words("web.results.advance", came=list(one.would_be_in), gone=list(one.would_be_out))
            for one in (other_entrants(tournament, [fact]) if tournament.setup.stages else ())
        ]
        if not found:
            return (*advanced, words("web.results.no_moves"))
        told = [
            words("web.results.move", player=move.player, before=move.before or "–", after=move.after or "–")
            for move in found[:MOST_MOVES]
        ]
        more = len(found) - MOST_MOVES
        return (*advanced, *told, words("web.more", n=more)) if more > 0 else (*advanced, *told)


@post_form("/e/{code:str}/results", "helper")
async def enter(event_context: GivenEvent) -> Response[Any]:
    """One result. The page asks for JSON; a browser without scripts gets pages."""
    entering = Entering.read(event_context)
    entered = await entering.done()
    if "application/json" in event_context.request.headers.get("accept", ""):
        told = {**asdict(entered), "place": place_of(entered.article, event_context.tournament.setup.system)}
        return Response(told, status_code=entered.status, media_type="application/json")
    return _page(event_context, entering, entered)


def _page(context: EventContext, entering: Entering, entered: EntryAnswer) -> Response[Any]:
    if entered.state == "done":
        return Redirect(f"/e/{context.code}/round/{entering.ask.round}", status_code=303)
    fields = entering.again(entered)
    if not fields:
        return said(context, "refused", entered.message, entered.status, article=entered.article)
    message = " ".join((entered.message, *entered.moves))
    return context.page("question_page.html", entered.status, name="result", fields=fields, message=message)


ROUTES = [enter]
