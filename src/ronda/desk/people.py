"""One person over many events (PP): from a player and to one, what was played, the rating of the house; and erasing
somebody for good."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ronda.core import Frozen, Player, Refusal, Tournament, fold, in_force
from ronda.core.book import PLAYED, Line
from ronda.core.erasing import free_texts, people_in
from ronda.core.facts import Erased, Fact
from ronda.core.text_rules import MOST_NUMBER, unfit_text
from ronda.desk.bodies import FullErasure, PlayerErasure
from ronda.desk.desk import Decided, LedgerEntry
from ronda.desk.season import event_rows, played_games
from ronda.people import Person, name_key
from ronda.series.points import Declared, RatedGame, RatingList, after_event
from ronda.systems import standings_book, system
from ronda.systems.labels import folded

LICENCE, FIDE = "licence", "fide"  # the schemes of the numbers that a player of an event has
Resolve = Callable[[str], str]  # the key under which somebody is known today, after mergings
TEXTS = ("name", "club", "federation", "sex", "title", "email", "phone", "note")
SEXES = ("", "F", "M", "X")


def person_of(player: Player) -> Person:
    """What an event knows of a player (PP1.1)."""
    ids = {LICENCE: player.licence, FIDE: player.fide_id}
    ratings = {"rating": player.rating, "national_rating": player.national_rating}
    return Person(
        player.name,
        key=player.person,
        ids={scheme: number for scheme, number in ids.items() if number},
        club=player.club,
        federation=player.federation,
        born=player.birth_year or None,
        sex=player.sex,
        title=player.title,
        ratings={name: rating for name, rating in ratings.items() if rating},
        email=player.email,
    )


def particulars_of(person: Person) -> dict[str, str | int]:
    """PP1.4: what an event copies of a person when they are entered."""
    return {
        "name": person.name,
        "club": person.club,
        "rating": person.ratings.get("rating", 0),
        "national_rating": person.ratings.get("national_rating", 0),
        "licence": person.ids.get(LICENCE, ""),
        "fide_id": person.ids.get(FIDE, ""),
        "title": person.title,
        "federation": person.federation,
        "birth_year": person.born or 0,
        "sex": person.sex,
        "email": person.email,
    }


def unfit_person(person: Person) -> Refusal | None:
    """PP1.1: only the name is required; texts are lines that everybody can see."""
    for name in TEXTS:
        unfit = unfit_text(getattr(person, name), may_be_empty=name != "name")
        if unfit is not None:
            return unfit
    for text in (*person.ids, *person.ids.values(), *person.ratings, *person.labels):
        unfit = unfit_text(text, may_be_empty=False)
        if unfit is not None:
            return unfit
    for number in (person.born or 0, *person.ratings.values()):
        if not 0 <= number <= MOST_NUMBER:
            return Refusal("number_out_of_range", "S4", {"found": number, "low": 0, "high": MOST_NUMBER})
    if person.sex not in SEXES:
        facts = {"field": "sex", "found": person.sex, "known": list(SEXES[1:])}
        return Refusal("bad_particular", "PP1.1", facts)
    return None


class PersonEvent(Frozen):
    """A stored event in which somebody played: where it is, when it was, and who they were there."""

    code: str
    day: str
    tournament: Tournament
    player: int


def both_played(one: Sequence[PersonEvent], other: Sequence[PersonEvent]) -> Refusal | None:
    """PP4.2: two who were seated or resting in one event are not one person."""
    seated = {event.code: event.tournament.setup.name or event.code for event in one if _has_round(event)}
    shared = next((event for event in other if event.code in seated and _has_round(event)), None)
    return None if shared is None else Refusal("played_both", "PP4.2", {"event": seated[shared.code]})


def _has_round(event: PersonEvent) -> bool:
    return any(event.player in round_.players for round_ in event.tournament.rounds)


# --- what was played (PP8) ---------------------------------------------------------------------------------


class PlayedEvent(Frozen):
    """One event of a person; `place` is None while there is none."""

    event: PersonEvent
    place: int | None
    points: Fraction
    entered: int
    won: int
    drawn: int
    lost: int


class HeadToHead(Frozen):
    """The record against somebody, and beside them as partners. `key` is "" for who is not in the list of people."""

    key: str
    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    with_won: int = 0
    with_drawn: int = 0
    with_lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def together(self) -> int:
        return self.with_won + self.with_drawn + self.with_lost


class History(Frozen):
    """All events of a person, the latest first, and everybody they met, the most frequent first."""

    events: tuple[PlayedEvent, ...]
    records: tuple[HeadToHead, ...]


_FIELDS = {
    ("against", "win"): "won",
    ("against", "draw"): "drawn",
    ("against", "loss"): "lost",
    ("with", "win"): "with_won",
    ("with", "draw"): "with_drawn",
    ("with", "loss"): "with_lost",
}


def history(events: Sequence[PersonEvent], resolve: Resolve, names: Mapping[str, str]) -> History:
    """PP8: derived each time. `names`: of people by key, as the list has them today. Who was erased is told as such."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    played: list[PlayedEvent] = []
    for event in sorted(events, key=lambda one: (one.day, one.code), reverse=True):
        lines = [
            line for line in standings_book(event.tournament).lines.get(event.player, ()) if line.outcome in PLAYED
        ]
        played.append(_played(event, lines))
        keys = {one.id: resolve(one.person) if one.person else "" for one in event.tournament.players}
        who = {
            one.id: (keys[one.id], names.get(keys[one.id], one.name) if keys[one.id] else one.name)
            for one in event.tournament.players
        }
        for line in lines:
            for kind, others in (("against", line.opponents), ("with", line.partners)):
                for other in others:
                    found = counts.setdefault(who[other], {})
                    counted = _FIELDS[kind, line.outcome]
                    found[counted] = found.get(counted, 0) + 1
    records = [HeadToHead(key, name, **found) for (key, name), found in counts.items()]
    records.sort(key=lambda one: (-one.games - one.together, name_key(one.name), one.key))
    return History(tuple(played), tuple(records))


def _played(event: PersonEvent, lines: Sequence[Line]) -> PlayedEvent:
    row = event_rows(event.tournament).get(event.player)
    outcomes = [line.outcome for line in lines]
    return PlayedEvent(
        event,
        None if row is None else row.place,
        Fraction(0) if row is None else row.points,
        len(event.tournament.players),
        outcomes.count("win"),
        outcomes.count("draw"),
        outcomes.count("loss"),
    )


# --- the rating of the house (SE11) ------------------------------------------------------------------------


class RatedEvent(Frozen):
    """What somebody's rating was after an event, exactly."""

    code: str
    rating: Fraction


class HouseRatings(Frozen):
    """The list after all events, and how each person came to theirs."""

    last: RatingList
    course: Mapping[str, tuple[RatedEvent, ...]] = {}


def house_ratings(events: Sequence[tuple[str, Tournament]], resolve: Resolve) -> HouseRatings:
    """SE11.7: replayed from the start values, the events in their order; a correction corrects all that came later.
    Only games in which everybody is in the list of people count."""
    listed = RatingList()
    course: dict[str, list[RatedEvent]] = {}
    for code, tournament in events:
        games = list(rated_games(tournament, resolve))
        listed = after_event(listed, games, Declared())
        for person in dict.fromkeys(one for game in games for one in (*game.first, *game.second)):
            course.setdefault(person, []).append(RatedEvent(code, listed.ratings[person]))
    return HouseRatings(listed, {person: tuple(found) for person, found in course.items()})


def rated_games(tournament: Tournament, resolve: Resolve) -> Iterator[RatedGame]:
    """SE11.2: played, not by absence, no bye."""
    people = {player.id: resolve(player.person) for player in tournament.players if player.person}
    for game in played_games(tournament):
        if all(one in people for one in (*game.first, *game.second)):
            first, second = (tuple(people[one] for one in side) for side in (game.first, game.second))
            yield RatedGame(first, second, game.score)


_LEAST_LETTERS = 3  # of a word that may be somebody's name


def forget(
    tournament: Tournament, players: Iterable[int], rounds: Iterable[int] = (), *, known: Collection[int] = ()
) -> list[Erased] | Refusal:
    """The personal data of these players are removed for good, and so is what somebody wrote about these `rounds`.
    `known`: numbers that are in the log and in no list any more, since the entry was undone. Who is removed already
    stays so."""
    here = {player.id: player for player in tournament.players}
    wanted = sorted(set(players))
    for player in wanted:
        if player not in here and player not in known:
            return Refusal("unknown_player", "S4", {"player": player})
    named = tuple(player for player in wanted if player not in here or not here[player].removed)
    emptied = tuple(sorted(set(rounds)))
    return [Erased(named, _fixed_numbers(tournament), emptied)] if named or emptied else []


def decide_erasure(log: Sequence[LedgerEntry], version: int, body: PlayerErasure) -> Decided:
    """From the log: also somebody whose entry was undone is named there still."""
    facts = [entry.fact for entry in log[:version]]
    return forget(fold(in_force(facts)), [body.player], body.rounds, known=people_in(facts))


def forget_all(tournament: Tournament, body: FullErasure) -> list[Erased] | Refusal:
    """Everybody who is in the list."""
    return forget(tournament, (player.id for player in tournament.players), body.rounds)


def _fixed_numbers(tournament: Tournament) -> dict[int, int]:
    """Start numbers of those who were in a round, where a file does not say them: names may have decided them, so they
    are fixed as they are."""
    declared = system(tournament.setup.system)
    if declared.forms.start_numbers is None or not tournament.rounds:
        return {}
    started = {pid for round_ in tournament.rounds for pid in round_.players}
    numbers = declared.forms.start_numbers({player.id: player for player in tournament.players})
    new = {player.id for player in tournament.players if player.number is None and player.id in started}
    moved = {player.id for player in tournament.players if player.number not in (None, numbers[player.id])}
    return {pid: numbers[pid] for pid in sorted(new | moved if new else new)}


# --- what goes with it -------------------------------------------------------------------------------------


class Mention(Frozen):
    """What somebody wrote about a round, and whether it may name one of the players."""

    round: int
    text: str
    named: bool


def mentions(facts: Sequence[Fact], players: Iterable[Player]) -> list[Mention]:
    """Everything that somebody wrote about rounds, also about those that were taken back; each text once (PP6.3)."""
    words = {word for player in players for word in _words(player.name)}
    found: dict[tuple[int, str], Mention] = {}
    for fact in facts:
        number, texts = free_texts(fact)
        for text in texts:
            if any(letter.isalnum() for letter in text):
                found.setdefault((number, text), Mention(number, text, not words.isdisjoint(_words(text))))
    return sorted(found.values(), key=lambda mention: mention.round)


def _words(text: str) -> set[str]:
    plain = "".join(letter if letter.isalnum() else " " for letter in folded(text))
    return {word for word in plain.split() if len(word) >= _LEAST_LETTERS}
