"""Lists of federations (PP7), each in its own layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronda.formats.errors import Unreadable
from ronda.formats.federation_files import FederationFile, people_csv, sex_of
from ronda.people import Person

XML = """<?xml version="1.0" encoding="utf-8"?>
<playerslist>
<player><fideid>00512345</fideid><name>Kaya, Deniz</name><country>TUR</country><sex>F</sex><title></title>
<w_title>WFM</w_title><o_title></o_title><foa_title></foa_title><rating>1850</rating><games>0</games><k>20</k>
<rapid_rating>0</rapid_rating><blitz_rating>1790</blitz_rating><birthday>2010</birthday><flag>wi</flag></player>
<player><fideid>7</fideid><name></name></player>
<player><fideid>8</fideid><name>Groß, Jörg</name><country>GER</country><sex>M</sex><rating>0</rating></player>
</playerslist>
"""
HEAD = "ID Number  Name            Fed Sex Tit WTit OTit FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
TEXT = f"""{HEAD}
00512345   Kaya, Deniz     TUR F       WFM           1850  0   20 0     0   20 1790  0   20 2010  wi
8          Groß, Jörg      GER M                     0     0   20 0     0   20 0     0   20 1980
"""
SWISS = (
    "ID_no;Name;Title;ID_Fide;Rtg_Nat;Rtg_Int;Birthday;Fed;Sex;Type;Gr;ClubNo;ClubName\n"
    "0041;Kaya Deniz;;512345;1450;0;2010/04/17;TUR;w;;;1;Old Town\n"
    "0042;Arslan Efe;FM;;0;2310;17.04.1999;TUR;;;;1;Old Town\n"
)
TSF = (
    "Lisans No;Ad Soyad;Doğum Tarihi;Cinsiyet;İl;Kulüp;UKD;ELO;FIDE ID\n"
    "00412345;AYŞE YILDIZ;2011-02-03;K;İzmir;Kale;980;0;0\n"
)


def read(path: Path, data: str | bytes) -> tuple[FederationFile, list[Person]]:
    file = path / "list"
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    found = FederationFile(file)
    return found, list(found.people())


def test_pp7_2_fide_xml(tmp_path: Path) -> None:
    file, (first, second) = read(tmp_path, XML)
    assert (file.kind, file.left_out) == ("fide-xml", 1)
    assert first == Person(
        "Kaya, Deniz",
        ids={"fide": "00512345"},
        federation="TUR",
        born=2010,
        sex="F",
        title="WFM",
        ratings={"rating": 1850, "blitz": 1790},
    )
    assert (second.name, second.ratings) == ("Groß, Jörg", {})  # PP7.7: 0 is none


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_pp7_3_fide_text_by_the_positions_of_its_headings(tmp_path: Path, encoding: str) -> None:
    file, (first, second) = read(tmp_path, TEXT.encode(encoding))
    assert file.kind == "fide-text"
    assert (first.name, first.ids, first.ratings) == (
        "Kaya, Deniz",
        {"fide": "00512345"},
        {"rating": 1850, "blitz": 1790},
    )
    assert (first.born, first.sex, first.title, first.federation) == (2010, "F", "WFM", "TUR")
    assert (second.name, second.born, second.ratings) == ("Groß, Jörg", 1980, {})


def test_pp7_3_a_list_of_one_kind_names_the_rating_by_its_month(tmp_path: Path) -> None:
    text = "ID Number Name          Fed Sex MAR26 Gms B-day\n12        Kaya, Deniz   TUR F   1850  0   2010 \n"
    _, (one,) = read(tmp_path, text)
    assert (one.ratings, one.born) == ({"rating": 1850}, 2010)


def test_pp7_4_swiss_manager(tmp_path: Path) -> None:
    file, (first, second) = read(tmp_path, SWISS)
    assert file.kind == "table"
    assert (first.ids, first.born, first.sex) == ({"licence": "0041", "fide": "512345"}, 2010, "F")
    assert first.ratings == {"national_rating": 1450}
    assert (second.ids, second.born, second.ratings) == ({"licence": "0042"}, 1999, {"rating": 2310})
    assert second.club == "Old Town"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1254"])
def test_pp7_5_the_turkish_federation(tmp_path: Path, encoding: str) -> None:
    _, (one,) = read(tmp_path, TSF.encode(encoding))
    assert (one.name, one.ids, one.born, one.sex) == ("AYŞE YILDIZ", {"licence": "00412345"}, 2011, "F")
    assert (one.club, one.ratings) == ("Kale", {"national_rating": 980})  # PP7.7: kept


def test_pp7_6_a_bad_cell_is_no_refusal_of_the_list(tmp_path: Path) -> None:
    file, people = read(tmp_path, "name,licence,birth year\nAnn,03-045-123,who knows\n,A12345,1990\nBob,A12345,1990\n")
    assert [(one.name, one.ids["licence"], one.born) for one in people] == [
        ("Ann", "03-045-123", None),
        ("Bob", "A12345", 1990),
    ]
    assert file.left_out == 1


def test_pp7_5_sexes_as_they_are_written() -> None:
    assert [sex_of(text) for text in ("K", "E", "Kız", "w", "F", "M", "Erkek", "", "?", "B")] == [
        *("F", "M", "F", "F", "F", "M", "M", "", "", "F")
    ]


@pytest.mark.parametrize(
    "data",
    [
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        b"<playerslist><player>",
        b"licence;club\n1;A\n",
        b"",
        b"name;club\n" + b"x" * 30_000,
        b"name\n\0\n",
    ],
)
def test_what_is_no_list_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(tmp_path, data)


def test_an_exported_list_is_read_again(tmp_path: Path) -> None:
    people = [
        Person("=Ann, B", ids={"licence": "007", "fide": "12"}, born=1990, sex="F", ratings={"rating": 1800}),
        Person('O"Neil', club="A;B", email="o@example.org", title="FM", federation="IRL"),
    ]
    _, again = read(tmp_path, "".join(people_csv((str(at), one) for at, one in enumerate(people))))
    assert again == people


def test_a_long_list_is_never_held(tmp_path: Path) -> None:
    file = tmp_path / "list"
    with open(file, "w") as out:
        out.write("name;licence\n")
        for number in range(50_000):
            out.write(f"Player {number};{number:07}\n")
    people = FederationFile(file).people()
    assert next(people).ids == {"licence": "0000000"}
    people.close()  # type: ignore[attr-defined]
    assert sum(1 for _ in FederationFile(file).people()) == 50_000


def test_blank_lines_before_the_headings_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(
        "\n \nID Number Name          Fed Sex MAR26 Gms B-day\n12        Kaya, Deniz   TUR F   1850  0   2010 \n"
    )
    file = FederationFile(path)
    assert file.kind == "fide-text"
    assert [one.name for one in file.people()] == ["Kaya, Deniz"]
