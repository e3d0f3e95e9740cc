"""Lists of players as people have them."""

from __future__ import annotations

import codecs
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.model import Player
from ronda.formats.errors import CODES, Unreadable
from ronda.formats.player_lists import NOTES, Understood, understand, understand_file
from tests.counting import counted

SAMPLES = Path(__file__).parent / "lists"

TURKISH = (
    Player(1, "İBRAHİM ŞIK", 2000, 1900, "11", "Kadıköy, Moda"),
    Player(2, "Çağla Öğün", 0, 1500, "7", "Üsküdar"),
    Player(3, "Ann; Bob", 1200, 0, "12", 'Club "A"'),
)
WESTERN = (
    Player(1, "José Núñez", 2000, 1900, "11", "Ajedrez, Ñandú"),
    Player(2, "Jürgen Groß", 0, 1500, "7", "Straße"),
    Player(3, "Ann; Bob", 1200, 0, "12", 'Café "A"'),
)


def cell(value: object, delimiter: str) -> str:
    text = str(value or "")
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if delimiter in text or '"' in text else text


def listed(players: tuple[Player, ...], delimiter: str, header: bool, newline: str = "\n", trailing: str = "") -> str:
    rows: list[tuple[object, ...]] = [(p.licence, p.name, p.rating, p.national_rating, p.club) for p in players]
    if header:
        rows.insert(0, ("LNo", "Ad-Soyad", "ELO", "UKD", "Kulüp" if players is TURKISH else "Club"))
    return "".join(delimiter.join(cell(v, delimiter) for v in row) + trailing + newline for row in rows)


def refusal(data: bytes | str, encoding: str | None = None) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        understand(data.encode() if isinstance(data, str) else data, encoding=encoding)
    found = caught.value
    assert found.code in CODES["unreadable"]
    json.dumps(found.facts, allow_nan=False, ensure_ascii=False).encode("utf-8")
    assert found.path == ("" if found.line is None else f"line {found.line}")
    return found


@pytest.mark.parametrize(
    ("named", "bom", "delimiter", "header", "newline", "trailing"),
    [
        (named, bom, *rest)
        for (named, bom), *rest in product(
            [
                ("utf-8", b""),
                ("utf-8", codecs.BOM_UTF8),
                ("utf-16-le", codecs.BOM_UTF16_LE),
                ("utf-16-be", codecs.BOM_UTF16_BE),
                ("cp1254", b""),
                ("cp1252", b""),
            ],
            [",", ";", "\t"],
            [True, False],
            ["\n", "\r\n", "\r"],
            ["", "last"],
        )
    ],
)
def test_every_encoding_with_every_delimiter(
    named: str, bom: bytes, delimiter: str, header: bool, newline: str, trailing: str
) -> None:
    players = WESTERN if named == "cp1252" else TURKISH
    ends = delimiter if trailing else ""
    text = listed(players, delimiter, header, newline, ends) + newline * 2
    found = understand(bom + text.encode(named))
    assert found.players == players
    assert found.encoding == ("utf-16" if named.startswith("utf-16") else named)
    assert (found.delimiter, found.header) == (delimiter, header)
    assert found.columns[:5] == ("licence", "name", "rating", "national_rating", "club")
    assert set(found.columns[5:]) <= {None}
    guessed = (("encoding_guessed", {"encoding": named}),) if named.startswith("cp") else ()
    assert found.notes == guessed


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("header", [True, False])
def test_one_name_to_a_line(newline: str, header: bool) -> None:
    names = ["Ann", "Ben  de   la\tRue" if header else "Ben de la Rue", " Çelik ", "O'Neil, Dee"]
    found = understand((newline.join([*(["Spieler"] if header else []), *names]) + newline).encode())
    assert [player.name for player in found.players] == ["Ann", "Ben de la Rue", "Çelik", "O'Neil, Dee"]
    assert [player.id for player in found.players] == [1, 2, 3, 4]
    assert (found.delimiter, found.header, found.columns) == (None, header, ("name",))


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("name,rating,club", ["name", "rating", "club"]),
        ("Player;Elo;National;Licence;Club", ["name", "rating", "national_rating", "licence", "club"]),
        ("Nº;Nombre;Elo;Licencia;Club", ["id", "name", "rating", "licence", "club"]),
        ("N°;Nombre;Apellidos;ELO FIDE", ["id", "first_name", "surname", "rating"]),
        ("ATLETA,EQUIPO", ["name", "club"]),
        ("SIRA NO;LNo;ADI SOYADI;ELO;UKD;KULÜBÜ", ["id", "licence", "name", "rating", "national_rating", "club"]),
        ("Sıra No;Lisans No;Adı Soyadı;Elo", ["id", "licence", "name", "rating"]),
        ("Lisans;Ad;Soyad", ["licence", "first_name", "surname"]),
        ("İSİM;KULÜP", ["name", "club"]),
        ("Nr.;Spieler/in;DWZ;Verein", ["id", "name", "national_rating", "club"]),
        ("Name;Vorname;Wertungszahl;Lizenz-Nr.", ["surname", "first_name", "rating", "licence"]),
        ("Nachname;Vorname;Verein", ["surname", "first_name", "club"]),
        ("N°;NOM;PRÉNOM;Licence;Club", ["id", "surname", "first_name", "licence", "club"]),
        ("Joueur;Élo;Équipe", ["name", "rating", "club"]),
        ("#\tName\tRtg", ["id", "name", "rating"]),
        ("id,first name,last_name,full name,Elo", ["id", None, None, "name", "rating"]),
        ("Name;Notes;Elo;Elo", ["name", None, "rating", None]),
    ],
)
def test_headings_in_five_languages(heading: str, columns: list[str | None]) -> None:
    delimiter = next(d for d in "\t;," if d in heading)
    values = ["1200" if c not in ("name", "first_name", "surname", "club", None) else "Xy" for c in columns]
    found = understand(f"{heading}\n{delimiter.join(values)}\n".encode())
    assert found.header
    assert list(found.columns) == columns


def test_first_name_and_surname_are_joined() -> None:
    for text in ("Nombre,Apellidos\nAna,Ruiz Díaz\n", "Name,Vorname\nRuiz Díaz,Ana\n"):
        assert understand(text.encode()).players == (Player(1, "Ana Ruiz Díaz"),)
    assert understand(b"surname,firstname\nPele,\n").players == (Player(1, "Pele"),)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Ann,1500\nBen,1400\n", ["name", "rating"]),
        ("Ann,1500,1600\nBen,,1400\n", ["name", "rating", "national_rating"]),
        ("Ann,Club A,1500\nBen,Club B,1400\n", ["name", "club", "rating"]),
        ("17,Ann,1500\n4,Ben,1400\n", ["licence", "name", "rating"]),
        ("1;17;Ann\n2;4;Ben\n", ["id", "licence", "name"]),
        ("17,Ann\n17,Ben\n", [None, "name"]),
        ("0,Ann\n1,Ben\n", [None, "name"]),
        ("Ann,1500,1600,7,x,y\nBen,1400,1500,8,x,z\n", ["name", "rating", "national_rating", None, "club", None]),
        ("Ann;1500\nBen;1400;Club\n", ["name", "rating", "club"]),
        ("Smith, Ann;1500\nJones, Ben;1400\n", ["name", "rating"]),
    ],
)
def test_columns_without_headings(text: str, columns: list[str | None]) -> None:
    found = understand(text.encode())
    assert not found.header
    assert list(found.columns) == columns


def test_a_row_without_a_telling_word_is_a_player() -> None:
    found = understand(b"Ann,no\nBen,club\n")
    assert [player.name for player in found.players] == ["Ann", "Ben"]


def test_a_heading_without_a_word_for_the_name() -> None:
    found = understand(b"lno;who;elo\n5;Ann;1500\n")
    assert found.columns == ("licence", "name", "rating")
    assert found.players == (Player(1, "Ann", 1500, licence="5"),)


def test_ids_are_those_of_the_list() -> None:
    assert [p.id for p in understand(b"id,name\n7,Ann\n3,Ben\n").players] == [7, 3]


def test_quotes() -> None:
    text = 'name,elo\n"Ann ""A"" B",1500\n "Ben, Jr." ,1400\n"Two\nlines",1300\n"Eve" Li,1200\n"Flo,1100\nGus,1000\n'
    found = understand(text.encode())
    assert [p.name for p in found.players] == [
        'Ann "A" B',
        "Ben, Jr.",
        "Two lines",
        '"Eve" Li',
        '"Flo',
        "Gus",
    ]
    assert [p.rating for p in found.players] == [1500, 1400, 1300, 1200, 1100, 1000]


def test_the_line_is_counted_as_an_editor_does() -> None:
    (found,) = understand(b'\r\nname,elo\r\n"Two\r\nlines",1300\r\n\r\nBen,x\r\n').remarks
    assert (found.code, found.line, found.column) == ("bad_number", 6, 2)
    assert found.facts == {"meaning": "rating", "value": "x"}


def test_a_spreadsheet_may_name_its_delimiter() -> None:
    found = understand(b"sep=,\r\nname,elo\r\nAnn;B,1500\r\n")
    assert (found.delimiter, found.players) == (",", (Player(1, "Ann;B", 1500),))
    assert understand(b"sep=,\r\nname,elo\r\nAnn,x\r\n").remarks[0].line == 3


def test_numbers_of_spreadsheets() -> None:
    found = understand(b"name,elo,ukd,lno\nAnn, 1500 ,1400.0,\n")
    assert found.players == (Player(1, "Ann", 1500, 1400),)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "facts"),
    [
        ("elo,name\n1400,\u200b\n", "blank", 2, 2, {}),
        ("name\n" + "x" * 201 + "\n", "too_long", 2, 1, {"found": 201, "most": 200}),
        ("1500\n1400\n", "no_name_column", 1, None, {}),
        ("elo\n1400\n", "no_name_column", 2, None, {}),
        ("", "no_players", None, None, {}),
        (" \n\n\t\n", "no_players", None, None, {}),
        ("name,elo\n", "no_players", None, None, {}),
        ("Ann\nB\x07n\n", "not_text", 2, None, {"byte": "07"}),
    ],
)
def test_a_list_without_anybody_is_refused_with_the_place(
    text: str, code: str, line: int | None, column: int | None, facts: dict[str, Any]
) -> None:
    found = refusal(text)
    assert (found.code, found.line, found.column, found.facts) == (code, line, column, facts)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "facts"),
    [
        ("name,elo\nAnn,abc\n", "bad_number", 2, 2, {"meaning": "rating", "value": "abc"}),
        ("name,elo\nAnn,-5\n", "bad_number", 2, 2, {"meaning": "rating", "value": "-5"}),
        ("name,elo\nAnn,1500.5\n", "bad_number", 2, 2, {"meaning": "rating", "value": "1500.5"}),
        ("name,elo\nAnn,1.500\n", "bad_number", 2, 2, {"meaning": "rating", "value": "1.500"}),
        ("name,elo\nAnn,9999999999\n", "bad_number", 2, 2, {"meaning": "rating", "value": "9999999999"}),
        ("name,elo\nAnn,१५००\n", "bad_number", 2, 2, {"meaning": "rating", "value": "१५००"}),
        ("name,ukd\nAnn,x\n", "bad_number", 2, 2, {"meaning": "national_rating", "value": "x"}),
        ("id,name\n0,Ann\n", "bad_number", 2, 1, {"meaning": "id", "value": "0"}),
        ("id,name\n,Ann\n", "bad_number", 2, 1, {"meaning": "id", "value": ""}),
        ("id,name\n1,Ann\n1,Ben\n", "duplicate_id", 3, 1, {"id": 1}),
        ("Ann,1500\nBen,1400\nCal,abc\n", "bad_number", 3, 2, {"meaning": "rating", "value": "abc"}),
        ("Ann,abc\nBen,1400\nCal,1300\n", "bad_number", 1, 2, {"meaning": "rating", "value": "abc"}),
        ("name,elo\nAnn,1500\n  ,1400\n", "blank", 3, 1, {}),
        ("name,elo\nSmith, Ann,1500\n", "too_many_cells", 2, 3, {"expected": 2, "found": 3}),
        ("name,club\nAnn," + "x" * 201 + "\n", "too_long", 2, 2, {"found": 201, "most": 200}),
        ("name\nA\u009cn\n", "control_character", 2, 1, {"character": "U+009C"}),
    ],
)
def test_bad_cells_are_remarked_with_their_place_and_the_list_is_taken(
    text: str, code: str, line: int, column: int, facts: dict[str, Any]
) -> None:
    found = understand(text.encode())
    assert (code, line, column, facts) in [(one.code, one.line, one.column, one.facts) for one in found.remarks]
    assert ("passed_over", {"count": len(found.remarks), "lines": [one.line for one in found.remarks]}) in found.notes
    assert len({player.id for player in found.players}) == len(found.players) >= 1
    assert [row.line for row, _ in found.rows] == sorted({row.line for row, _ in found.rows})


def test_a_bad_cell_is_left_empty_and_the_rest_of_its_row_is_kept() -> None:
    found = understand(
        b"id;name;elo;dwz;born;club\n7;Ann;strong;1650-12;17.5.1994;Nord\n7;Ben;1780 F;x;soon;Nord\n;;;;;Nord\n"
    )
    assert found.players == (
        Player(7, "Ann", 0, 1650, club="Nord", birth_year=1994),
        Player(1, "Ben", 1780, 0, club="Nord"),
    )
    assert [(one.line, one.column, one.code) for one in found.remarks] == [
        (2, 3, "bad_number"),
        (3, 1, "duplicate_id"),
        (3, 4, "bad_number"),
        (3, 5, "bad_number"),
        (4, 2, "blank"),
    ]
    assert [player.id if player else None for _, player in found.rows] == [7, 1, None]


def test_a_character_that_no_name_has_is_a_space() -> None:
    found = understand("name\nA\u009cn\n".encode())
    assert [player.name for player in found.players] == ["A n"]


LICENCES = ("03-045-123", "A12345", "00412345", "12345678901")


@pytest.mark.parametrize("licence", LICENCES)
def test_a_licence_is_a_text(licence: str) -> None:
    found = understand(f"Name;Lizenz\nMax;{licence}\n".encode())
    assert (found.players, found.remarks) == ((Player(1, "Max", licence=licence),), ())


@pytest.mark.parametrize(
    ("headings", "row", "player"),
    [
        pytest.param(
            "ID_no;Name;Title;ID_Fide;Rtg_Nat;Rtg_Int;Birthday;Fed;Sex;Type;Gr;ClubNo;ClubName",
            "03-045;Blum, Iris;WFM;4600001;1810;1902;1994/05/17;GER;w;S;;1;SC Nord",
            Player(
                1,
                "Blum, Iris",
                1902,
                1810,
                "03-045",
                "SC Nord",
                title="WFM",
                federation="GER",
                fide_id="4600001",
                birth_year=1994,
                sex="w",
            ),
            id="swiss-manager",
        ),
        pytest.param(
            "SNo;;Name;FideID;FED;RtgI;RtgN;sex;Typ;Club/City",
            "3;FM;Nunez Jose;2200002;ESP;2301;2250;;;Peon",
            Player(3, "Nunez Jose", 2301, 2250, "2200002", "Peon", federation="ESP", fide_id="2200002"),
            id="chess-results",
        ),
        pytest.param(
            "NrFFE;Nom;Prenom;Sexe;NeLe;Federation;Elo;Rapide;Fide;FideCode;Club",
            "A12345;LEROY;Anne;F;02/03/1990;FRA;1780 F;1700 E;F;600003;Tour Noire",
            Player(
                1,
                "Anne LEROY",
                1780,
                0,
                "A12345",
                "Tour Noire",
                federation="FRA",
                fide_id="600003",
                birth_year=1990,
                sex="F",
            ),
            id="ffe",
        ),
        pytest.param(
            "Sıra;TC Kimlik No;Ad Soyad;UKD;ELO;FIDE Kodu;Doğum Tarihi;Cinsiyet;Kulüp",
            "1;12345678901;Ömer Çelik;1500;0;6300004;17.05.2011;E;Güney",
            Player(1, "Ömer Çelik", 0, 1500, "12345678901", "Güney", fide_id="6300004", birth_year=2011, sex="E"),
            id="tsf",
        ),
        pytest.param(
            "Nr.;Nachname;Vorname;Lizenz-Nr.;Verein;Geburtstag",
            "12;Groß;Jürgen;07-112-004;BC Linde;1.2.1960",
            Player(12, "Jürgen Groß", licence="07-112-004", club="BC Linde", birth_year=1960),
            id="dpv",
        ),
        pytest.param(
            "NAME;FED;BIRTHDAY;TIT;ID FIDE;ELO FIDE;ELO NAT;CLUB",
            "Rossi Ada;ITA;1988-01-02;;800005;2010;1990;Torre",
            Player(1, "Rossi Ada", 2010, 1990, "800005", "Torre", federation="ITA", fide_id="800005", birth_year=1988),
            id="vega",
        ),
    ],
)
def test_headings_of_other_programs(headings: str, row: str, player: Player) -> None:
    found = understand(f"{headings}\n{row}\n".encode())
    assert (found.players, found.remarks) == ((player,), ())


@pytest.mark.parametrize("kind", ["xls", "xlsb", "ods"])
def test_workbooks_of_every_kind(kind: str) -> None:
    found = understand_file((SAMPLES / f"list.{kind}").read_bytes())
    assert [(p.name, p.licence, p.rating, p.national_rating, p.birth_year) for p in found.players] == [
        ("Blum, Iris", "03-045-123", 1902, 1810, 1994),
        ("Çelik, Ömer", "A12345", 0, 1500, 2011),
        ("Núñez, José", "00412345", 2301, 0, 1980),
    ]
    assert [(one.line, one.facts) for one in found.remarks] == [(4, {"meaning": "national_rating", "value": "n/a"})]


def test_bytes_that_no_encoding_has() -> None:
    assert refusal("Ann\nŞule\n".encode("cp1254") + b"\x8e\n").facts == {"byte": "8E"}
    assert refusal("Ann\nJosé\n".encode("cp1252") + b"\x81\n").line == 3
    assert refusal(codecs.BOM_UTF16_LE + b"A\x00\x00\xd8").code == "not_text"
    assert refusal("Ann\n".encode("utf-16-le")).facts == {"byte": "00"}


def test_an_encoding_can_be_asked_for() -> None:
    data = "Þórður Ýmir".encode("cp1252")
    assert understand(data).encoding == "cp1254"  # the same bytes are Turkish letters there
    asked = understand(data, encoding="Windows-1252")
    assert (asked.players[0].name, asked.encoding, asked.notes) == ("Þórður Ýmir", "cp1252", ())
    assert refusal(data, "UTF-8").code == "not_text"
    unknown = refusal(data, "rot13")
    assert (unknown.code, unknown.facts["found"]) == ("unknown_encoding", "rot13")


def test_notes_say_what_was_passed_over() -> None:
    text = "name;elo;paid;empty\nAnn;1500;yes;\n\n;;;\nann;1400;no;\nBen;;;\n"
    found = understand(text.encode())
    assert found.notes == (
        ("ignored_column", {"column": 3, "heading": "paid"}),
        ("empty_lines", {"count": 2, "lines": [3, 4]}),
        ("duplicate_names", {"count": 1, "names": ["ann"]}),
    )
    again = understand(b"name,lno\nAnn,5\nBen,5\nCal,0\nDee,\n").notes
    assert again == (("duplicate_licences", {"count": 1, "licences": ["5"]}),)
    assert {code for code, _ in found.notes + again} <= NOTES


def test_letters_are_composed() -> None:
    assert understand("name\nC\u0327elik\n".encode()).players[0].name == "Çelik"


WORDS = st.text(st.sampled_from("abcÇĞİışñ',; \t\"-é漢12"), min_size=1, max_size=12).map(
    lambda text: " ".join(("N" + text).split())
)
ROWS = st.lists(
    st.tuples(WORDS, st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 10**9), st.just("") | WORDS),
    min_size=1,
    max_size=8,
)


@given(ROWS, st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_a_program_writes_is_understood(
    rows: list[tuple[str, int, int, int, str]], delimiter: str, encoding: str
) -> None:
    def quoted(value: object) -> str:
        return '"' + str(value).replace('"', '""') + '"'

    lines = [("name", "elo", "ukd", "lno", "club"), *rows]
    text = "\r\n".join(delimiter.join(map(quoted, line)) for line in lines)
    found = understand(text.encode(encoding))
    assert found.delimiter == delimiter
    assert found.players == tuple(
        Player(at, name, elo, ukd, str(lno or ""), club) for at, (name, elo, ukd, lno, club) in enumerate(rows, start=1)
    )


@given(st.binary(max_size=80) | st.text('aN1,;\t"\r\n é', max_size=60).map(str.encode))
def test_any_bytes_are_understood_or_refused(data: bytes) -> None:
    try:
        found: Understood | Unreadable = understand(data)
    except Unreadable as refused:
        found = refused
    if isinstance(found, Unreadable):
        assert found.code in CODES["unreadable"]
        json.dumps(found.facts, ensure_ascii=False).encode("utf-8")
    else:
        assert found.players
        assert all(player.name.strip() == player.name != "" for player in found.players)


def test_20000_players_are_understood_soon() -> None:
    text = "".join(f'{n};"Player {n}, Jr.";{1000 + n % 1500};0;Club {n % 50}\n' for n in range(1, 20_001))
    found, calls = counted(lambda: understand(text.encode()))
    assert calls < 500 * len(found.players)
    assert len(found.players) == 20_000
    assert found.columns == ("licence", "name", "rating", "national_rating", "club")
