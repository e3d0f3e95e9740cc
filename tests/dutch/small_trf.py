"""A state of an event from TRF26 text as the oracle writes it: fixed columns, no variants."""

from __future__ import annotations

from ronda.systems.dutch.rules import BLACK, WHITE, Card, Terms

_SYMBOL = {"W": "1", "D": "=", "L": "0"}


def _tenths(text: str) -> int:
    return round(float(text) * 10)


def read_state(text: str, number: int) -> tuple[list[Card], Terms]:
    """The cards and terms before round `number`."""
    value = {"W": 10, "D": 5, "L": 0, "A": 0}
    rounds, initial = number, WHITE
    absent: set[int] = set()
    virtual: dict[int, list[int]] = {}
    apart: set[tuple[int, int]] = set()
    players: list[str] = []
    lines = text.splitlines()
    for line in lines:
        match line[:3]:
            case "001":
                players.append(line)
            case "142":
                rounds = int(line[4:])
            case "152":
                initial = WHITE if line[4] == "W" else BLACK
            case "162":
                for at in range(5, len(line), 9):
                    if line[at : at + 1].strip():
                        value[line[at]] = _tenths(line[at + 1 : at + 6])
            case "240":
                if int(line[6:9]) == number:
                    absent |= {int(line[at : at + 4]) for at in range(10, len(line), 5)}
            case "260":
                if int(line[4:7]) <= number <= int(line[8:11]):
                    ids = [int(line[at : at + 4]) for at in range(12, len(line), 5)]
                    apart |= {(a, b) for a in ids for b in ids if a < b}
    for line in lines:
        if line[:3] == "250":
            for tpn in range(int(line[22:26]), int(line[27:31]) + 1):
                own = virtual.setdefault(tpn, [0, 0, 0])
                for ago in range(3):
                    if int(line[14:17]) <= number - ago <= int(line[18:21]):
                        own[ago] = _tenths(line[9:13])
    cards = [_card(line, number, value, absent, virtual) for line in players]
    return cards, Terms(number, rounds, value["W"], value["L"], initial, frozenset(apart))


def _card(line: str, number: int, value: dict[str, int], absent: set[int], virtual: dict[int, list[int]]) -> Card:
    tpn = int(line[4:8])
    kinds, opponents, points = "", [], []
    for past in range(number - 1):
        at = 91 + 10 * past
        opponent = int(line[at : at + 4].strip() or "0")
        colour, result = line[at + 5 : at + 6], line[at + 7 : at + 8].strip() or "Z"
        opponents.append(opponent)
        match result:
            case "1" | "W":
                kinds, worth = kinds + colour, value["W"]
            case "=" | "D":
                kinds, worth = kinds + colour, value["D"]
            case "0" | "L":
                kinds, worth = kinds + colour, value["L"]
            case "U":
                kinds, worth = kinds + "U", value.get("P", value["W"])
            case "-" | "Z":
                kinds, worth = kinds + (result if opponent else "Z"), value["A"]
            case "H":
                kinds, worth = kinds + "H", value["D"]
            case _:
                kinds, worth = kinds + result, value["W"]
        points.append(worth)
    at = 91 + 10 * (number - 1)
    here = tpn not in absent and not line[at : at + 8].strip()
    first, second, third = virtual.get(tpn, (0, 0, 0))
    return Card(tpn, kinds, tuple(opponents), tuple(points), (first, second, third), here)
