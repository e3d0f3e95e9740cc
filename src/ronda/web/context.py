"""One request: who asks, in which language, about which event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, NoReturn, cast
from urllib.parse import parse_qs, urlsplit

from litestar.datastructures import FormMultiDict
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Template
from litestar.utils.scope.state import ScopeState

from ronda.core.model import Result, Table, Tournament
from ronda.desk.actions import Request
from ronda.desk.permissions import Actor, Least, permission, phase
from ronda.operations.access import rested
from ronda.operations.appearance import IDENTITY, Identity, public_naming
from ronda.operations.event_settings import Display, EventSettings
from ronda.operations.features import uses
from ronda.operations.phone_sessions import found_phone, unconfirmed_opponents
from ronda.store import Store, read_code
from ronda.store.access import Pass, find_pass
from ronda.store.live_events import LiveEvent
from ronda.systems import System, planned_rounds, system
from ronda.systems.declarations import Sides
from ronda.systems.labels import FULL, Label, Naming
from ronda.systems.shared_options import called
from ronda.texts import Speaker
from ronda.views.rounds import winning_side
from ronda.views.rulings import penalty_views
from ronda.views.seat import as_published
from ronda.views.stages import round_title
from ronda.views.verdicts import in_force_text, result_text, sets_text
from ronda.web.auth import cookies
from ronda.web.auth.persons import (
    AT_THE_MACHINE,
    NEIGHBOUR,
    PUBLIC,
    SESSION_EXPIRED,
    LocalPeer,
    is_from_a_proxy,
    person_of,
)
from ronda.web.language import NAMES, Words, chosen_language, help_at
from ronda.web.next_step import monogram, next_step
from ronda.web.perform import Answer, perform, read_number
from ronda.web.runtime import Runtime
from ronda.web.settings import is_loopback

SESSION_COOKIE = cookies.SESSION.name
_LONGEST_DEVICE = 64
SEEN_HEADER = "ronda-version"
HTTP_PORT = 80
THEMES = ("auto", "light", "dark")
DENSITIES = ("comfortable", "compact")
TEXT_SIZES = ("large", "larger")

Asking = cookies.Asking


class RequestContext:
    """What every handler starts from: the request, its language and its person. (No dataclass: the framework would look
    into it.)"""

    def __init__(self, request: Asking, runtime: Runtime, words: Words, person: Actor) -> None:
        self.request = request
        self.runtime = runtime
        self.words = words
        self.person = person

    @property
    def htmx(self) -> bool:
        return self.request.headers.get("hx-request") == "true"

    @property
    def theme(self) -> str:
        """Light, dark, or as the device wants it."""
        chosen = cookies.read(self.request, cookies.THEME)
        return chosen if chosen in THEMES else THEMES[0]

    @property
    def density(self) -> str:
        """How high rows are; nothing where the screen decides."""
        chosen = cookies.read(self.request, cookies.DENSITY)
        return chosen if chosen in DENSITIES else ""

    @property
    def text_size(self) -> str:
        chosen = cookies.read(self.request, cookies.TEXT_SIZE)
        return chosen if chosen in TEXT_SIZES else ""

    @property
    def address(self) -> str:
        """How phones reach this server."""
        known = self.runtime.settings.address or self.runtime.hall.address
        return known or f"{self.request.scope['scheme']}://{self.request.headers.get('host', '')}"

    @property
    def reachable(self) -> bool:
        """Whether a phone finds anything at that address. If not, nobody is shown a code that leads nowhere."""
        return not is_loopback(host_in(self.address))

    @property
    def phones_reach(self) -> bool:
        return self.reachable or self.runtime.settings.hall

    @property
    def may_open_hall(self) -> bool:
        """The owner, at this very machine: where the wish to be seen by others comes from others, it is not heard."""
        owner = self.person.may("owner") and self.person.account is None
        return self.runtime.hall.can_open and owner and seems_local(self.request)

    @property
    def path(self) -> str:
        """Of the page that was asked for. (The framework's own `url` fails where somebody sends nonsense as `Host`.)"""
        return self.request.scope["path"]

    @property
    def speaker(self) -> Speaker:
        return self.words.speaker

    @property
    def store(self) -> Store:
        return self.runtime.store

    @property
    def settings(self) -> EventSettings:
        return self.runtime

    def now(self) -> datetime:
        return self.runtime.now()

    def all_events_changed(self) -> None:
        self.runtime.notify_all()

    async def perform(self, code: str, request: Request) -> Answer:
        return await perform(self.runtime, code, request)

    def needs(self, least: Least) -> None:
        """Stops here unless the person has at least this role."""
        insist(self.person, least)

    def refuse_guess(self, code: str) -> NoReturn:
        """There is nothing behind the secret or the code that was sent: a few such tries are free."""
        self.runtime.guesses.failed(client_of(self.request))
        raise NotFoundException(code)

    @property
    def form(self) -> FormMultiDict:
        """What was sent, as `Admission` has read it."""
        return FormMultiDict.from_form_data(cast(dict[str, Any], ScopeState.from_scope(self.request.scope).form))

    @property
    def texts(self) -> dict[str, str]:
        """The fields of the form that are no files."""
        return {name: value for name, value in self.form.items() if isinstance(value, str)}

    def page(self, template: str, status: int = 0, /, **facts: Any) -> Template:
        """A page that says what the trouble is was refused, unless another `status` is given."""
        known = {"context": self, "t": self.words, "languages": NAMES, "help_at": help_at(template)}
        return Template(
            template, context={**known, **facts}, status_code=status or (422 if facts.get("trouble") else 200)
        )

    def page_or_part(self, template: str, **facts: Any) -> Template:
        """The page, or only what changes on it, for a page that is open (`…/part/…`)."""
        return self.page(f"parts/{template}" if "/part/" in self.path else template, **facts)

    def rendered(self, template: str, **facts: Any) -> str:
        """The text of such a page."""
        engine = self.request.app.template_engine
        assert engine is not None, "the desk has templates"
        return str(engine.get_template(template).render(**self.page(template, **facts).context))


class ReaderView(NamedTuple):
    """What a reader may see of an event, made once for a request and read by pages, API and streams alike: the event as
    they know it, since a draft is the desk's own, how they see names, and the words that know the players so."""

    staff: bool
    tournament: Tournament
    naming: Naming
    words: Words

    @property
    def audience(self) -> str:
        """Everybody who sees the same: the desk, or the public with the names that it may know. Whatever is kept of an
        answer is kept for them only."""
        return "desk" if self.staff else f"public, {self.naming}"


def staff_view(runtime: Runtime, event: LiveEvent, language: str) -> ReaderView:
    words = Words(language, runtime.known(event, FULL, drafts=True, language=language))
    return ReaderView(True, event.tournament, FULL, words)


def public_view(runtime: Runtime, event: LiveEvent, display: Display, language: str) -> ReaderView:
    naming = public_naming(runtime, event.code, display, event.year)
    words = Words(language, runtime.known(event, naming, drafts=False, language=language))
    return ReaderView(False, as_published(event.tournament), naming, words)


class EventContext(RequestContext):
    """The context of a request to one event. `words` know its players by the names that this person may see."""

    def __init__(
        self, request: Asking, runtime: Runtime, person: Actor, event: LiveEvent, display: Display, view: ReaderView
    ) -> None:
        super().__init__(request, runtime, view.words, person)
        self.event = event
        self.display = display
        self.view = view

    saved = False  # whether the page is made for a file
    by_card = False  # whether a player asks with the link of the card

    @property
    def knows_people(self) -> bool:
        """Whether this event looks into the list of people: it is the server's own, and so not for organisers with an
        account."""
        return self.runtime.belonging(self.code).account is None

    @property
    def code(self) -> str:
        return self.event.code

    @property
    def version(self) -> int:
        return self.event.version

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def identity(self) -> Identity:
        """The face of the event."""
        return self.runtime.setting(self.code, IDENTITY)

    @property
    def staff(self) -> bool:
        return self.view.staff

    @property
    def seen(self) -> Tournament:
        return self.view.tournament

    @property
    def labels(self) -> Mapping[int, Label]:
        return self.words.known.labels

    @property
    def public_naming(self) -> Naming:
        """How everybody sees names."""
        return public_naming(self.runtime, self.code, self.display, self.event.year)

    @property
    def naming(self) -> Naming:
        """How this person sees names."""
        return self.view.naming

    def as_public(self, language: str = "") -> EventContext:
        """The same for one of the public, whoever looks: so public pages are the same for everybody."""
        if self.person is PUBLIC and language in ("", self.words.language):
            return self
        view = public_view(self.runtime, self.event, self.display, language or self.words.language)
        return EventContext(self.request, self.runtime, PUBLIC, self.event, self.display, view)

    @property
    def phase(self) -> str:
        return phase(self.tournament)

    @property
    def system(self) -> System:
        return system(self.tournament.setup.system)

    @property
    def planned_rounds(self) -> int:
        return planned_rounds(self.tournament)

    @property
    def in_force(self) -> list[str]:
        """What follows from the settings and the field, in words."""
        return in_force_text(self.tournament, self.words.speaker)

    def result_text(self, result: Result | None) -> str:
        """A result as people read it."""
        return result_text(self.system.rules, result, self.words.speaker)

    def sets_text(self, result: Result | None) -> list[str]:
        """The sets of a match one by one; nothing where there are none."""
        return sets_text(result)

    def full_result(self, result: Result | None) -> str:
        """The same with its sets, where it has some."""
        sets = self.sets_text(result)
        return f"{self.result_text(result)} ({' '.join(sets)})" if sets else self.result_text(result)

    @property
    def sides(self) -> Sides:
        """What the two sides of a table are called in this event."""
        return self.system.words.sides_for(self.tournament.setup)

    def criterion(self, name: str) -> str:
        """The key of the texts of a criterion, by its name."""
        known = {one.name: one.label for one in self.system.rules.criteria(self.tournament.setup)}
        return known.get(name, f"criterion.{name}")

    def table_name(self, number: int) -> str:
        """What a table is called beside its number; nothing where it has only that (PS6.1)."""
        return called(self.tournament.setup, number)

    def winning_side(self, number: int, table: Table) -> int | None:
        """0 or 1; None while nobody has won."""
        return winning_side(self.tournament, number, table)

    def penalties_at(self, number: int) -> dict[int, list[str]]:
        """What penalties changed at the tables of a round, in words, by table: everybody may see it (PE9)."""
        if not self.tournament.setup.penalties:
            return {}
        found: dict[int, list[str]] = {}
        for one in penalty_views(self.tournament, self.words.speaker, staff=False):
            if one.round == number and one.table is not None:
                found.setdefault(one.table, []).append(self.words("say.labelled", label=one.name, text=one.told))
        return found

    def appeals_at(self, number: int) -> dict[int, int]:
        """How many appeals are open at the tables of a round, for those who work there (PE8.2)."""
        found: dict[int, int] = {}
        for one in self.tournament.appeals if self.staff else ():
            if one.round == number and not one.outcome and one.table is not None:
                found[one.table] = found.get(one.table, 0) + 1
        return found

    def stage_round(self, number: int) -> str:
        """What stages call a round of the event; nothing for a round of the system."""
        return round_title(self.tournament, number, self.words.speaker)

    def can(self, action: Any) -> bool:
        """Whether the state of the event allows it, perhaps after a confirmation."""
        return permission(action, self.tournament) != "forbidden"

    def uses(self, feature: str) -> bool:
        """What an event does not use is nowhere seen in it."""
        return uses(self.runtime, self.code, self.tournament, feature)

    def page(self, template: str, status: int = 0, /, **facts: Any) -> Template:
        known = {"event": self.event, "tournament": self.tournament, "display": self.display, "face": self.identity}
        known |= {"next_step": lambda: next_step(self), "monogram": monogram, "uses": self.uses}
        return super().page(template, status, **known, **facts)


# As handlers ask for them: by the name of the parameter (`context`, `event_context`, …: see `app.CONTEXTS`).
GivenContext = NamedDependency[RequestContext]
GivenEvent = NamedDependency[EventContext]


def insist(person: Actor, least: Least) -> None:
    if not person.may(least):
        if person.role == "public" and person.account is None:
            raise NotAuthorizedException("rested" if person.rested else "sign_in_first")
        raise PermissionDeniedException("not_your_role")


def is_owner(request: Asking) -> bool:
    """Of the server: no organiser's account is that."""
    return person_in(request, request.app.state.runtime, "").may("owner")


def context_of(request: Asking) -> RequestContext:
    runtime: Runtime = request.app.state.runtime
    return RequestContext(request, runtime, words_of(request), person_in(request, runtime, ""))


def event_context_of(request: Asking, code: FromPath[str]) -> EventContext:
    """The context of a request to one event; 404 if there is no such event."""
    runtime: Runtime = request.app.state.runtime
    event = _event(request, runtime, code)
    person = person_in(request, runtime, event.code)
    display, language = runtime.display(event.code), language_of(request)
    staff = person.may("helper")
    view = staff_view(runtime, event, language) if staff else public_view(runtime, event, display, language)
    return EventContext(request, runtime, person, event, display, view)


def at_desk(request: Asking) -> bool:
    """Whether a page of the desk is asked for, where the same is there for everybody."""
    return request.scope["path"].startswith("/e/")


def reader_context_of(request: Asking, code: FromPath[str]) -> EventContext:
    """Of a page that shows the same to everybody: outside the desk whoever asks is one of the public."""
    context = event_context_of(request, code)
    return context if at_desk(request) else context.as_public()


def phone_context_of(request: Asking, code: FromPath[str], mark: FromPath[str]) -> EventContext:
    """A player with the link of their own: they may be nobody but that player, whoever else uses the browser."""
    runtime: Runtime = request.app.state.runtime
    event = _event(request, runtime, code, heard=True)
    display, tournament = runtime.display(event.code), event.tournament
    player = runtime.marked(event.code, mark)
    joined = None if player is not None else found_phone(runtime, event.code, mark)
    if joined is not None and not joined.phone.waiting:
        player = joined.player
    language = language_of(request)
    everything = runtime.known(event, FULL, drafts=False, language=language)
    if player is None or player not in everything.bare or player in everything.removed:
        RequestContext(request, runtime, Words(language), PUBLIC).refuse_guess("no_such_link")
    view = public_view(runtime, event, display, language)
    if joined is None:  # who joined with the public code proved nothing: where names are hidden, they learn none
        view = view._replace(words=Words(language, view.words.known.with_own(player, everything)))
    rivals = unconfirmed_opponents(runtime, event.code, tournament, player, joined.phone if joined else None)
    person = Actor("player", everything.bare[player], player, rivals=rivals)
    context = EventContext(request, runtime, person, event, display, view)
    context.by_card = joined is None
    return context


def _event(request: Asking, runtime: Runtime, code: str, *, heard: bool = False) -> LiveEvent:
    event = runtime.event(code, _seen(request), heard=heard)
    if event is None:
        raise NotFoundException("no_such_event")
    return event


def device_of(request: Asking) -> str:
    """The cookie that identifies a browser; empty before it was set."""
    return cookies.read(request, cookies.DEVICE)[:_LONGEST_DEVICE]


def _seen(request: Asking) -> int:
    """The version that the page has heard of, perhaps from another worker."""
    return read_number(request.headers.get(SEEN_HEADER, ""), 15) or 0


def client_of(request: Asking) -> str:
    return request.client.host if request.client else ""


def words_of(request: Asking) -> Words:
    return Words(language_of(request))


def language_of(request: Asking) -> str:
    """The reader's language. The parts of a page that was opened in one (`?lang=`) come in the same."""
    wanted = request.query_params.get("lang") or _page_language(request) or cookies.read(request, cookies.LANGUAGE)
    return chosen_language(wanted, request.headers.get("accept-language"))


def _page_language(request: Asking) -> str | None:
    page = request.headers.get("hx-current-url")
    return parse_qs(page.partition("?")[2].partition("#")[0]).get("lang", [None])[-1] if page else None


def is_foreign(request: Asking) -> bool:
    """Whether the page of another site asks, as browsers say it (RFC 6454). Proxies may leave the port out of `Host`:
    the address that the server was told is known, too."""
    origin = request.headers.get("origin")
    if origin is None or origin == request.app.state.settings.origin:
        return False
    return origin.partition("://")[2] != request.headers.get("host")


def person_in(request: Asking, runtime: Runtime, code: str) -> Actor:
    if is_foreign(request) and "authorization" not in request.headers:
        return PUBLIC  # whatever the browser sends along: only what is public is for pages of other sites
    shown = _passes(request, runtime)
    known = read_code(code) or ""
    whose = cache(lambda: runtime.belonging(known))
    person = person_of(shown, known, runtime.now(), whose)
    for found in shown:
        if found.holds(runtime.now()):
            runtime.in_use(found)
    if person.role != "public" or person.account is not None or "authorization" in request.headers:
        return person  # a program that names its key is never more than that
    if _at_the_machine(request, runtime) and (not known or whose().account is None):
        return AT_THE_MACHINE
    return SESSION_EXPIRED if any(rested(found, runtime.now()) for found in shown) else PUBLIC


def identity_of(request: Asking, runtime: Runtime) -> str:
    """The session or API key of the request, whichever event it is for; None if there is none."""
    held = next((one for one in _passes(request, runtime) if one.holds(runtime.now())), None)
    if held is not None:
        return f"session {held.id}"
    return "at the machine" if _at_the_machine(request, runtime) else ""


def _passes(request: Asking, runtime: Runtime) -> list[Pass]:
    """What the secrets that came along open, or once opened."""
    shown = secrets_of(request)
    if not shown:
        return []
    with runtime.store.reads() as connection:
        found = [find_pass(connection, secret) for secret in shown]
    return [one for one in found if one is not None]


def secrets_of(request: Asking) -> list[str]:
    """The secrets of the request: from the browser's cookies, or as a bearer token of the API."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return [token.strip()]
    return [secret for secret in cookies.read(request, cookies.SESSION).split(".") if secret][:8]


def _at_the_machine(request: Asking, runtime: Runtime) -> bool:
    """Whether the owner sits at the very machine that serves nobody else: then no password is asked for. What a request
    says of itself a proxy may have written; whose connection it is, the system knows."""
    settings = runtime.settings
    if settings.hall or not seems_local(request) or port_in(request.headers.get("host", "")) != settings.port:
        return False
    neighbour = request.scope.get(NEIGHBOUR)
    return settings.trust_local or (isinstance(neighbour, LocalPeer) and neighbour.same_user)


def seems_local(request: Asking) -> bool:
    """Whether nothing speaks against a browser on this machine. The name in the address bar must be this machine's too,
    or any page on the internet could point at it."""
    if not is_loopback(client_of(request)) or any(map(is_from_a_proxy, request.headers)):
        return False
    return is_loopback(host_in(f"//{request.headers.get('host', '')}"))


def own_path(target: str, otherwise: str = "/") -> str:
    """Where to go next, if that is on this server; browsers take `//` and `/\\` for another one."""
    own = target.startswith("/") and target[1:2] not in ("/", "\\") and target.isprintable()
    return target if own else otherwise


def host_in(address: str) -> str:
    """The name or number of a machine in an address; nothing if that is no address."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def port_in(host: str) -> int | None:
    """The port of a `Host`; None if that is none."""
    try:
        return urlsplit(f"//{host}").port or HTTP_PORT
    except ValueError:
        return None
