"""Whoever types what the club plays, in whatever language, is led to a new event by the rules of that game (AG8)."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import At

WORDS = {
    "en": {
        "card-game": ("card game", "Magic", "TCG", "trading card"),
        "card-game-25": ("Pokemon",),
        "table-tennis": ("table tennis", "ping-pong", "tabl tenn"),
        "backgammon": ("Backgammon",),
        "pool": ("pool", "billiards", "9-ball"),
        "darts": ("darts", "501"),
        "scrabble": ("Scrabble", "word game"),
        "go": ("Go", "baduk"),
        "wargame": ("wargame", "miniatures"),
        "board-game": ("board game", "Carcassonne"),
    },
    "de": {
        "card-game": ("Kartenspiel", "Sammelkarten"),
        "card-game-25": ("Pokémon",),
        "table-tennis": ("Tischtennis", "Pingpong"),
        "backgammon": ("Backgammon",),
        "pool": ("Billard", "Poolbillard"),
        "darts": ("Darts", "Steeldart"),
        "scrabble": ("Scrabble",),
        "go": ("Go",),
        "wargame": ("Tabletop", "Wargame"),
        "board-game": ("Brettspiel", "Brettspiele"),
    },
    "es": {
        "card-game": ("juego de cartas", "cartas coleccionables"),
        "card-game-25": ("pokemon",),
        "table-tennis": ("tenis de mesa", "ping pong", "pimpon"),
        "backgammon": ("backgammon",),
        "pool": ("billar",),
        "darts": ("dardos",),
        "scrabble": ("scrabble", "juego de palabras"),
        "go": ("go",),
        "wargame": ("juego de guerra", "miniaturas"),
        "board-game": ("juego de mesa", "juegos de mesa"),
    },
    "tr": {
        "card-game": ("kart oyunu", "KART OYUNU"),
        "card-game-25": ("pokemon",),
        "table-tennis": ("masa tenisi", "MASA TENİSİ", "pinpon"),
        "backgammon": ("tavla", "Backgammon"),
        "pool": ("bilardo",),
        "darts": ("dart",),
        "scrabble": ("scrabble", "kelime oyunu"),
        "go": ("go",),
        "wargame": ("savaş oyunu", "savas"),
        "board-game": ("kutu oyunu", "masa oyunu"),
    },
    "fr": {
        "card-game": ("jeu de cartes", "jeux de cartes"),
        "card-game-25": ("pokémon",),
        "table-tennis": ("tennis de table", "ping-pong"),
        "backgammon": ("backgammon",),
        "pool": ("billard",),
        "darts": ("fléchettes", "flechettes"),
        "scrabble": ("scrabble",),
        "go": ("go", "jeu de go"),
        "wargame": ("wargame", "figurines"),
        "board-game": ("jeu de société", "jeux de plateau"),
    },
}
CASES = [(language, game) for language, games in WORDS.items() for game in games]


def found(desk: At, language: str, wish: str) -> list[str]:
    desk.client.post("/language", data={"language": language})
    return re.findall(
        r'role="option" tabindex="-1" href="([^"]+)"', desk.client.get("/part/games", params={"q": wish}).text
    )


@pytest.mark.parametrize(("language", "game"), CASES)
def test_ag8_a_game_is_found_by_what_a_club_types(desk: At, language: str, game: str) -> None:
    for wish in WORDS[language][game]:
        assert found(desk, language, wish)[:1] == [f"/new/swiss?preset={game}"], wish
    page = desk.client.get("/new/swiss", params={"preset": game}).text
    assert f'name="house" value="{game}"' in page


def test_words_of_another_language_find_it_too(desk: At) -> None:
    assert found(desk, "de", "tavla") == found(desk, "en", "tavla")
    assert found(desk, "en", "Tischtennis")[0] == "/new/swiss?preset=table-tennis"


def test_few_letters_are_the_beginning_of_a_word(desk: At) -> None:
    """Otherwise “go” is found in every category, and “tt” in letters."""
    assert found(desk, "en", "go") == ["/new/swiss?preset=go", "/new/swiss"]
    assert found(desk, "en", "tt") == ["/new/swiss?preset=table-tennis"]
    assert found(desk, "en", " - ") == []


def test_nothing_fits_leads_to_any_game(desk: At) -> None:
    assert found(desk, "en", "quidditch") == []
    assert '<a href="/new/swiss">' in desk.client.get("/").text


def test_without_a_script_the_page_of_all_games_has_what_was_found(desk: At) -> None:
    page = desk.client.get("/new", params={"q": "ping-pong"}).text
    assert page.index("/new/swiss?preset=table-tennis") < page.index('href="/new/chess"')
    assert "quidditch" in desk.client.get("/new", params={"q": "quidditch"}).text


def test_house_rules_have_a_picture_of_their_own(desk: At) -> None:
    pictures = {
        name: desk.client.get("/picture/swiss", params={"preset": name}).content for name in ("", "go", "darts", "no")
    }
    assert pictures["go"] != pictures["darts"] != pictures[""] == pictures["no"]
    assert all(one.startswith(b"<svg") for one in pictures.values())
    assert desk.client.get("/picture/swiss", params={"preset": "../../../x"}).content == pictures[""]
