"""`ronda pair` and `ronda result`."""

from __future__ import annotations

from argparse import Namespace

from ronda import desk
from ronda.cli.counter import Counter
from ronda.cli.files import find_player, load
from ronda.cli.listing import pairings, show_listing
from ronda.cli.setting_up import checked_seed
from ronda.cli.shapes import round_value
from ronda.cli.trouble import Misused, Refused
from ronda.formats.tournament_text import table_value
from ronda.model import Approval, Round, Tournament
from ronda.systems import system
from ronda.verdicts import Refusal


def pair(values: Namespace, counter: Counter) -> int:
    """Make the next round and print it with its reasons; with --write keep it in the file."""
    file = load(values)
    if values.seed is not None:
        checked_seed(values.seed)
    counter = counter.about(file.tournament)
    fact = desk.next_round(file.tournament, values.seed, _approval(values.approve))
    if isinstance(fact, Refusal):
        raise Refused(fact, counter.speaker.names)
    draft = fact.round.forced and fact.round.approved is None
    if draft and values.write:
        raise Refused(Refusal("approval_needed", "D7.3"), counter.speaker.names)
    after = file.after(fact)
    if values.write:
        after.save()
    if counter.json:
        counter.data(round_value(after.tournament, fact.round, counter.speaker))
        return 0
    show_listing(pairings(after.tournament, fact.round), counter, round=fact.round.number)
    tell_round(fact.round, counter)
    counter.line()
    counter.line(counter.say("say.seed", seed=fact.round.seed))
    if draft:
        counter.line(counter.say("say.draft"))
    counter.line(counter.say("say.kept" if values.write else "say.not_kept", file=str(file.path)))
    return 0


def _approval(text: str | None) -> Approval | None:
    """`name: reason`."""
    if text is None:
        return None
    by, reason = (part.strip() for part in text.partition(":")[::2])
    if not by or not reason:
        raise Misused("bad_approval", found=text)
    return Approval(by, reason)


def tell_round(round_: Round, counter: Counter, player: int | None = None) -> None:
    """Relaxations first, then why each table and bye; with a player only what concerns that player."""
    own = {t.number for t in round_.tables if player is None or player in t.players}
    relaxed = [r for r in round_.relaxations if player is None or player in r.players]
    if relaxed:
        counter.line()
        counter.line(counter.say("say.relaxed", n=len(relaxed)))
        for relaxation in relaxed:
            counter.line(f"  ! {counter.speaker.verdict('relaxation', relaxation)} ({relaxation.article})")
    counter.line()
    for reason in round_.reasons:
        if reason.table is not None and reason.table not in own:
            continue
        if reason.player is not None and player not in (None, reason.player):
            continue
        told = f"{counter.speaker.verdict('reason', reason)} ({reason.article})"
        if reason.table is not None:
            told = counter.say("say.labelled", label=counter.say("say.at_table", table=reason.table), text=told)
        counter.line(told)


def result(values: Namespace, counter: Counter) -> int:
    """Record a result, or correct one."""
    file = load(values)
    counter = counter.about(file.tournament)
    text = values.result.strip()
    absent = tuple(find_player(file.tournament, wish).id for wish in values.absent)
    fact = desk.record_result(
        file.tournament, values.round, values.table, text, absent=absent, confirmed=values.confirm
    )
    if isinstance(fact, Refusal):
        raise Refused(fact, counter.speaker.names)
    after = file.after(fact)
    after.save()
    _tell_result(file.tournament, after.tournament, fact.round, fact.table, counter)
    return 0


def _tell_result(before: Tournament, after: Tournament, number: int, table: int, counter: Counter) -> None:
    rules = system(after.setup.system)
    old, new = (desk.find_table(t, number, table) for t in (before, after))
    assert not isinstance(old, Refusal)
    assert not isinstance(new, Refusal)
    missing = [t.number for t in desk.missing_results(after)]
    if counter.json:
        was = None if old.result is None else rules.write_result(old.result)
        value = {"round": number, "table": table_value(new, rules), "was": was, "missing": missing}
        counter.data(value)
        return
    assert new.result is not None
    counter.line(
        counter.say(
            "say.recorded" if old.result is None else "say.corrected",
            round=number,
            table=table,
            first=counter.speaker.name(list(new.first)),
            second=counter.speaker.name(list(new.second)),
            result=rules.write_result(new.result),
            was="" if old.result is None else rules.write_result(old.result),
        )
    )
    if missing:
        counter.line(counter.say("say.missing", n=len(missing), tables=missing))
