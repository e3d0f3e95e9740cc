"""The description of the API: the OpenAPI document for programs, and a page of our own for people.

Who asks for the document with the code of an event (`?event=CODE`) finds examples in it, values that are there, so that
a program that tries the API out gets further than 404. Nobody learns more than the routes tell: the asker said the
code, and everything else is what this person may know of the event. Without a code the document is the same for
everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from litestar import Router
from litestar.connection import ASGIConnection
from litestar.enums import MediaType, OpenAPIMediaType
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Server
from litestar.serialization import encode_json
from msgspec.structs import fields

from ronda import __version__, registry
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.desk.actions import ACTIONS, Body
from ronda.systems import system
from ronda.texts import LANGUAGES
from ronda.views.seat import as_published
from ronda.web.context import Asking, EventContext, context_of, event_context_of

PATH = "/api"
_DOCUMENT = f"{PATH}/openapi.json"
_NO_CONTENT = "204"
_ABOUT = """Everything that can be done in the browser. Reading needs no key: without one you see what the public sees.

A key is sent as `Authorization: Bearer KEY`. `If-Match: VERSION` says which version of the event was seen: if it has
changed since, the answer is 409 and nothing is written. A request with an `Idempotency-Key` counts once.

With `?event=CODE` this document has examples: what there is in that event, as far as the asker may know it."""


class SchemaField(Frozen):
    name: str
    kind: str
    needed: bool
    about: str


class DescribedRoute(Frozen):
    """A route as the page shows it."""

    method: str
    path: str
    summary: str
    about: str
    parameters: tuple[SchemaField, ...]
    body: tuple[SchemaField, ...]
    answers: tuple[tuple[str, str], ...]


class OwnPage(OpenAPIRenderPlugin):
    """Nothing is loaded from elsewhere to look at it."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Asking, openapi_schema: dict[str, Any]) -> bytes:
        described = [*operations(_with_choices(openapi_schema))]
        return context_of(request).rendered("api.html", operations=described, document=_DOCUMENT).encode()


class Document(OpenAPIRenderPlugin):
    """The OpenAPI document. That bodies have no other fields than those told is added to it."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON)

    def render(self, request: Asking, openapi_schema: dict[str, Any]) -> bytes:
        shown, code = as_served(openapi_schema), request.query_params.get("event")
        if code is not None:
            shown = with_examples(shown, event_context_of(request, code), _bodies(Body))
        return encode_json(shown)


def as_served(schema: dict[str, Any]) -> dict[str, Any]:
    """The document without examples."""
    shown = _with_choices(schema)
    told: dict[str, Any] = shown["components"]["schemas"]
    strict = {name: {**told[name], "additionalProperties": False} for name in _bodies(Body) if name in told}
    components = {**shown["components"], "schemas": {**told, **strict}}
    return {**shown, "paths": _as_answered(shown), "components": components}


def _with_choices(schema: dict[str, Any]) -> dict[str, Any]:
    """The document with the systems and languages that there are. (An empty text for no language is taken, too, and not
    told: it would be a nameless choice in a generated client.)"""
    systems = {"type": "string", "enum": list(registry.names())}
    language = {"oneOf": [{"type": "string", "enum": list(LANGUAGES)}, {"type": "null"}]}
    told = dict(schema["components"]["schemas"])
    for name, field, kind in (("NewEvent", "system", systems), ("DisplayWish", "language", language)):
        told[name] = {**told[name], "properties": {**told[name]["properties"], field: kind}}
    paths = dict(schema["paths"])
    of_system = paths["/api/systems/{name}"]["get"]
    named = [{**given, "schema": systems} for given in of_system["parameters"]]
    paths["/api/systems/{name}"] = {"get": {**of_system, "parameters": named}}
    return {**schema, "paths": paths, "components": {**schema["components"], "schemas": told}}


def _as_answered(schema: dict[str, Any]) -> dict[str, Any]:
    """The routes as they are, where the framework describes them otherwise."""
    return {
        path: {method: _without_nothing(_with_empty_body(path, one)) for method, one in methods.items()}
        for path, methods in schema["paths"].items()
    }


def _with_empty_body(path: str, one: dict[str, Any]) -> dict[str, Any]:
    """Where an action needs nothing to be said, there need not be a body."""
    action = ACTIONS.get(path.rpartition("/")[2])
    if action is None or "requestBody" not in one or any(field.required for field in fields(action.body)):
        return one
    return {**one, "requestBody": {**one["requestBody"], "required": False}}


def _without_nothing(one: dict[str, Any]) -> dict[str, Any]:
    """A parameter that is not there is left out: in an address or a header there is no null. An answer without content
    is of no type."""
    parameters = [{**given, "schema": _without_null(given["schema"])} for given in one.get("parameters", ())]
    answers = {
        status: {key: value for key, value in answer.items() if key != "content" or status != _NO_CONTENT}
        for status, answer in one["responses"].items()
    }
    return {**one, "responses": answers, **({"parameters": parameters} if parameters else {})}


def _without_null(kind: dict[str, Any]) -> dict[str, Any]:
    choices = [choice for choice in kind.get("oneOf", ()) if choice != {"type": "null"}]
    if len(choices) != 1:
        return kind
    return {**choices[0], **{key: value for key, value in kind.items() if key != "oneOf"}}


def _bodies(kind: type[Body]) -> Iterator[str]:
    yield kind.__name__
    for narrower in kind.__subclasses__():
        yield from _bodies(narrower)


def operations(schema: dict[str, Any]) -> Iterator[DescribedRoute]:
    """The routes of the document, in its order."""
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            yield DescribedRoute(
                method.upper(),
                path,
                one.get("summary", ""),
                one.get("description", ""),
                tuple(_parameter(given) for given in one.get("parameters", ())),
                tuple(fields_in(schema, body)),
                tuple((status, one["responses"][status]["description"]) for status in sorted(one["responses"])),
            )


def _parameter(given: dict[str, Any]) -> SchemaField:
    kind = f"{given['in']}, {_kind(given.get('schema', {}))}"
    return SchemaField(given["name"], kind, given.get("required", False), given.get("description", ""))


def fields_in(schema: dict[str, Any], body: dict[str, Any]) -> Iterator[SchemaField]:
    shape = _shape(schema, body)
    for name, field in shape.get("properties", {}).items():
        yield SchemaField(name, _kind(field), name in shape.get("required", ()), field.get("description", ""))


def _shape(schema: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    reference = given.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"].get(reference, given)
    return found


def _kind(field: dict[str, Any]) -> str:
    """`integer`, `string | null`, `list of integer`, `helper | arbiter`."""
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2])
    if "enum" in field:
        return " | ".join(str(value) or '""' for value in field["enum"])
    if "const" in field:
        return str(field["const"])
    choices = field.get("oneOf") or field.get("anyOf")
    if choices:
        return " | ".join(dict.fromkeys(_kind(choice) for choice in choices))
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}))}"
    kind = field.get("type", "any")
    return " | ".join(kind) if isinstance(kind, list) else str(kind)


def _only_known(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """What is not there is told like everywhere else, and not by a page of the framework."""
    if connection.scope["path"].rstrip("/") not in (PATH, _DOCUMENT):
        raise NotFoundException("no_such_page")


def openapi(root: str = "") -> OpenAPIConfig:
    bearer = SecurityScheme(type="http", scheme="bearer", description="A key made at the desk")
    return OpenAPIConfig(
        title="Ronda",
        version=__version__,
        servers=[Server(url=root or "/")],
        description=_ABOUT,
        use_handler_docstrings=True,
        components=Components(security_schemes={"key": bearer}),
        security=[{}, {"key": []}],
        render_plugins=[OwnPage(), Document()],
        openapi_router=Router(PATH, route_handlers=[], include_in_schema=False, guards=[_only_known]),
    )


_PLAIN: dict[str, str | int] = {"name": "Ana", "by": "Dora", "reason": "as agreed", "text": "Ana", "amount": 1}
_PLAIN |= {"url": "https://hook.invalid/ronda"}  # leads nowhere
_OF_EVENTS = ("/api/events/{code}", "/api/phones/{code}", "/api/signups/{code}")
_OF_ROUNDS = "/api/events/{code}/rounds/{number}"


def with_examples(schema: dict[str, Any], context: EventContext, bodies: Iterable[str]) -> dict[str, Any]:
    """The document, with examples from this event in parameters, and in the schemas of these bodies."""
    known = _known(context)
    paths = {
        path: {method: _operation(path, one, known) for method, one in methods.items()}
        for path, methods in schema["paths"].items()
    }
    told = dict(schema["components"]["schemas"])
    for name in bodies:
        if name in told:
            told[name] = {**told[name], "properties": _properties(told[name].get("properties", {}), known)}
    return {**schema, "paths": paths, "components": {**schema["components"], "schemas": told}}


def _known(context: EventContext) -> dict[str, str | int]:
    """What there is in the event, by the names under which the API asks for it. The player sits at the table, which is
    one that plays, if there is any."""
    tournament = context.seen
    found = {**_PLAIN, "code": context.code, "after": len(as_published(tournament).rounds)}
    players = [player.id for player in tournament.players if not player.removed]
    if tournament.rounds:
        last = tournament.rounds[-1]
        found |= {"round": last.number, **_result(tournament)}
        tables = sorted(last.tables, key=lambda table: table.result is not None)
        players = [player for table in tables for player in (*table.first, *table.second)] or players
        found |= {"table": tables[0].number} if tables else {}
    if players:
        found |= {"player": players[0], "one": players[0], "other": players[-1]}
        if context.staff:  # a personal link is itself a right
            found["mark"] = context.runtime.mark(context.code, players[0])
    return found


def _result(tournament: Tournament) -> dict[str, str | int]:
    """One that was entered, as it is written."""
    found = (table.result for one in tournament.rounds for table in one.tables if table.result is not None)
    written = system(tournament.setup.system).rules.results.written(next(found, None))
    return {} if written is None else {"result": written}


def _operation(path: str, one: dict[str, Any], known: dict[str, str | int]) -> dict[str, Any]:
    if not path.startswith(_OF_EVENTS) or "parameters" not in one:
        return one
    own = {**known, "number": known["round"]} if path.startswith(_OF_ROUNDS) and "round" in known else known
    parameters = [
        {**given, "example": own[given["name"]]} if given["name"] in own else given for given in one["parameters"]
    ]
    return {**one, "parameters": parameters}


def _properties(told: dict[str, Any], known: dict[str, str | int]) -> dict[str, Any]:
    return {name: {**kind, "examples": [known[name]]} if name in known else kind for name, kind in told.items()}
