"""How people are told apart: a label for every player, and no two of an event are alike.

A label is the name. Where several have the same one, a mark follows in brackets: the start number once it is fixed,
where the system gives one; else the licence, where the lists of the system show it; else the club; else the number
that the desk knows the player by, `#7`. All of one name have the same kind of mark, so that they can be compared.
Where names are hidden, a mark is never anything that tells who somebody is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args
from unicodedata import category, normalize

from ronda.core import Frozen, Player, Setup, Tournament, removed_name, replace
from ronda.people import initials, short_name, young
from ronda.systems import System, system
from ronda.systems.columns import ListColumn, Values

NameMode = Literal["full", "adults", "short", "initials", "number"]
NAME_MODES: tuple[NameMode, ...] = get_args(NameMode)  # each tells no more than the one before
Mark = Literal["", "number", "licence", "club", "id"]

Removed = Callable[[int], str]  # what somebody is called who was erased (PP6.2), by the id

_REGISTERS = ("licence", "fide_id")
PLAIN_NUMBER = "label.number"  # what a number is called that is nothing but a number


class Naming(Frozen):
    """How names are shown (PP5.1): `adults` shows them in full, and of those who are young in the `year` of the event
    "Deniz K."; `own`: of whom less is shown than of others, by id."""

    mode: NameMode = "full"
    year: int = 0
    own: tuple[tuple[int, NameMode], ...] = ()

    @property
    def hides(self) -> bool:
        """Whether nobody's whole name is shown: then nothing else may tell who somebody is."""
        return self.mode not in ("full", "adults")

    def of(self, player: Player) -> NameMode:
        return self.of_whom(player.id, player.birth_year)

    def of_whom(self, player: int, born: int) -> NameMode:
        """The same by id and year of birth (0: nobody knows)."""
        usual = self.mode
        if usual == "adults":
            usual = "short" if young(born, self.year) else "full"
        wished = next((mode for whose, mode in self.own if whose == player), usual)
        return max(usual, wished, key=NAME_MODES.index)


FULL = Naming()


class Label(NamedTuple):
    """`mark` is what tells namesakes apart, and `kind` what it is; both are empty where the name is enough."""

    name: str
    mark: str = ""
    kind: Mark = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.mark})" if self.mark else self.name


def labels(
    tournament: Tournament, naming: Naming = FULL, *, drafts: bool = True, removed: Removed = removed_name
) -> dict[int, Label]:
    """The label of every player, by id; without `drafts` as everybody may know it. Who speaks a language says in it
    what those are called who were `removed`."""
    declared, fixed = system(tournament.setup.system), numbers_fixed(tournament, drafts=drafts)
    return labels_of(declared, tournament.players, naming, fixed=fixed, removed=removed)


def kept_players(setup: Setup, players: Iterable[Player]) -> list[Player]:
    """Everybody with the name as the system keeps it (C1.2), also of events that were stored before it did."""
    kept = system(setup.system).forms.name
    named = ((player, kept(setup, player.name)) for player in players)
    return [player if name == player.name else replace(player, name=name) for player, name in named]


def label_in(label: Label, columns: Iterable[ListColumn]) -> str:
    """The name in a list with these columns: what tells namesakes apart is not told twice where it has one."""
    return label.name if label.kind in {column.code for column in columns} else str(label)


def names(tournament: Tournament, naming: Naming = FULL, *, removed: Removed = removed_name) -> dict[int, str]:
    """The labels as they are read."""
    return {player: str(label) for player, label in labels(tournament, naming, removed=removed).items()}


def actor_label(actor: str, players: Mapping[int, Player], removed: Removed = removed_name) -> str:
    """Who did something, as it is read: the chain knows players by their numbers only, `#7`."""
    number = actor.removeprefix("#")
    if number == actor or not (number.isascii() and number.isdecimal() and len(number) < 10):
        return actor
    player = players.get(int(number))
    if player is None:
        return actor
    return removed(player.id) if player.removed else f"{player.name} ({actor})"


def labels_of(
    system: System,
    players: Sequence[Player],
    naming: Naming = FULL,
    *,
    fixed: bool = False,
    removed: Removed = removed_name,
) -> dict[int, Label]:
    """The same for players who are no tournament; `fixed`: start numbers stand."""
    made = {
        player.id: Label(removed(player.id) if player.removed else shown_name(player, naming.of(player)))
        for player in players
    }
    alike = _alike(made)
    if alike:
        known = {player.id: player for player in players}
        numbers = start_numbers(system, players, fixed=fixed)
        for group in alike:
            made |= _marked(system, [known[pid] for pid in group], made, numbers, naming)
    return _told_apart(made)


def shown_name(player: Player, mode: NameMode) -> str:
    """The name as the reader may see it: in full, shortened, as initials, or only the number."""
    return shown_part(player.name, mode) or f"#{player.id}"


def shown_part(name: str, mode: NameMode) -> str:
    """What is shown of a name; nothing where only a number is."""
    match mode:
        case "full" | "adults":
            return name
        case "short":
            return short_name(name)
        case "initials":
            return initials(name)
        case "number":
            return ""


def shown_particulars(
    column: ListColumn, values: Values, players: Iterable[Player], naming: Naming, *, growing: bool = False
) -> Values:
    """Numbers of a register tell more of somebody than the name does: who is shown by a part of it has none. Where
    lists grow from round to round (`growing`), neither is there anything else that tells who somebody is."""
    tells = column.personal and not column.criterion if growing else column.code in _REGISTERS
    if not tells or naming == FULL:
        return values
    return {**values, **{player.id: "" for player in players if naming.of(player) != "full"}}


def numbers_fixed(tournament: Tournament, *, drafts: bool = True) -> bool:
    """Whether start numbers stand: they are fixed with round 1, for everybody but the desk when it is published. A file
    may have them before, and it may have rounds without naming them."""
    if not drafts and [round_.status for round_ in tournament.rounds] == ["draft"]:
        return False
    return bool(tournament.rounds) or any(player.number is not None for player in tournament.players)


def start_numbers(system: System, players: Iterable[Player], *, fixed: bool) -> Mapping[int, int]:
    """Everybody's start number, where the system gives such numbers and they are fixed; nobody's before."""
    if system.forms.start_numbers is None or not fixed:
        return {}
    return system.forms.start_numbers({player.id: player for player in players})


class Numbering(NamedTuple):
    """Everybody's number, and what it is called: the key of a text, or the word itself."""

    heading: str
    of: Mapping[int, int]


def numbering(tournament: Tournament, naming: Naming = FULL, *, drafts: bool = True) -> Numbering:
    """By which number people know everybody: the start number once it is fixed, else that of the entry; where names
    are hidden always that one, since it stands there instead of the name."""
    declared = system(tournament.setup.system)
    fixed = not naming.hides and numbers_fixed(tournament, drafts=drafts)
    given = start_numbers(declared, tournament.players, fixed=fixed)
    if not given:
        return Numbering(PLAIN_NUMBER, {player.id: player.id for player in tournament.players})
    column = declared.lists.pairings.column("number")
    return Numbering(PLAIN_NUMBER if column is None else column.heading, given)


def folded(text: str) -> str:
    """Texts that are folded alike look alike, or are alike when somebody writes them in capitals, of Turkish too:
    however they are cased and spaced, with any kind of i, with letters and accents in one or in two characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.casefold().split())
    visible = "".join(c for c in normalize("NFKC", text) if category(c) not in ("Cc", "Cf") or c.isspace())
    plain = visible.casefold().replace("i\u0307", "i").replace("ı", "i")
    return " ".join(normalize("NFKC", plain).split())


def _alike(made: Mapping[int, Label]) -> list[list[int]]:
    """The players whose labels are alike, group by group."""
    by_text: dict[str, list[int]] = {}
    for player, label in made.items():
        by_text.setdefault(folded(str(label)), []).append(player)
    return [group for group in by_text.values() if len(group) > 1]


def _marked(
    system: System, group: Sequence[Player], made: Mapping[int, Label], numbers: Mapping[int, int], naming: Naming
) -> dict[int, Label]:
    """Namesakes with the first kind of mark that all of them have and no two share."""
    offers: list[tuple[Mark, list[str]]] = [("number", [str(numbers.get(player.id, "")) for player in group])]
    if all(naming.of(player) == "full" for player in group):
        if system.lists.pairings.column("licence") is not None:
            offers.append(("licence", [player.licence for player in group]))
        offers.append(("club", [" ".join(player.club.split()) for player in group]))
    offers.append(("id", [f"#{player.id}" for player in group]))
    kind, marks = next(offer for offer in offers if _differ(offer[1]))
    return {player.id: Label(made[player.id].name, mark, kind) for player, mark in zip(group, marks, strict=True)}


def _differ(marks: Sequence[str]) -> bool:
    return all(marks) and len({folded(mark) for mark in marks}) == len(marks)


def _told_apart(made: dict[int, Label]) -> dict[int, Label]:
    """Somebody may be called what another one's label is. Marks by id end it: no two of them are alike, and each
    time round somebody gets one."""
    while alike := _alike(made):
        for player in (player for group in alike for player in group):
            made[player] = Label(made[player].name, f"#{player}", "id")
    return made
