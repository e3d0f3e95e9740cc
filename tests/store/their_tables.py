"""The worked example of the rulebook in the five tables, as the assignment's author would have stored it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy import create_engine, text

# As the assignment has them, without the users of another system.
DDL = """
create table public.tournaments (
  id uuid not null default gen_random_uuid (),
  name text not null,
  host_id uuid null,
  code text null,
  created_at timestamp with time zone null default now(),
  updated_at timestamp with time zone null default now(),
  started_at timestamp with time zone null,
  ended_at timestamp with time zone null,
  has_started boolean null default false,
  has_ended boolean null default false,
  n_rounds integer null,
  current_round integer null,
  round_length integer null,
  max_score smallint null,
  bye_points smallint null,
  bye_differential smallint null,
  starting_table_number bigint null,
  sound_notifications boolean null default false,
  constraint tournaments_pkey primary key (id),
  constraint tournaments_code_key unique (code)
) TABLESPACE pg_default;
create table public.rounds (
  id uuid not null default gen_random_uuid (),
  tournament_id uuid null,
  round_number integer not null,
  started_at timestamp with time zone null default now(),
  ended_at timestamp with time zone null,
  is_completed boolean null default false,
  constraint rounds_pkey primary key (id),
  constraint rounds_tournament_id_round_number_key unique (tournament_id, round_number),
  constraint rounds_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id)
    on update CASCADE on delete CASCADE
) TABLESPACE pg_default;
create table public.participants (
  id uuid not null default gen_random_uuid (),
  tournament_id uuid null,
  joined_at timestamp with time zone null default now(),
  place double precision null,
  match_points double precision null,
  differential double precision null,
  name text null,
  dropped_out boolean not null default false,
  constraint participants_pkey primary key (id),
  constraint participants_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id)
    on update CASCADE on delete CASCADE
) TABLESPACE pg_default;
create table public.matches (
  id uuid not null default gen_random_uuid (),
  tournament_id uuid null,
  round integer not null,
  player1_id uuid null,
  player2_id uuid null,
  player1_score real null,
  player2_score real null,
  winner_id uuid null,
  updated_at timestamp with time zone null default now(),
  is_tie boolean null default false,
  player1_match_points real null,
  player2_match_points real null,
  differential2 double precision null,
  differential double precision null,
  match_order bigint null,
  constraint matches_pkey primary key (id),
  constraint matches_player1_id_fkey foreign KEY (player1_id) references participants (id) on delete CASCADE,
  constraint matches_player2_id_fkey foreign KEY (player2_id) references participants (id) on delete CASCADE,
  constraint matches_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id)
    on update CASCADE on delete CASCADE,
  constraint matches_winner_id_fkey foreign KEY (winner_id) references participants (id) on delete CASCADE
) TABLESPACE pg_default;
create table public.byes (
  id uuid not null default gen_random_uuid (),
  participant_id uuid not null,
  tournament_id uuid not null,
  round_number real not null,
  round_id uuid null,
  created_at timestamp with time zone not null default now(),
  match_points real not null,
  differential real not null,
  constraint byes_pkey primary key (id),
  constraint byes_participant_id_fkey foreign KEY (participant_id) references participants (id)
    on update CASCADE on delete CASCADE,
  constraint byes_round_id_fkey foreign KEY (round_id) references rounds (id) on update CASCADE on delete CASCADE,
  constraint byes_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id)
    on update CASCADE on delete CASCADE
) TABLESPACE pg_default;
"""

CUP = "aaaaaaaa-0000-4000-8000-000000000001"
OTHER = "aaaaaaaa-0000-4000-8000-000000000002"
AWKWARD = "Eve\t\\N 'O''Brien'; drop table matches; --\nİ"  # names may be any text
NAMES = {1: "Ann", 2: "Ben", 3: "Cal", 4: "Dee", 5: AWKWARD, 6: "Fay", 7: "Gus"}
# The worked example of the rulebook: round, order, players, scores
MATCHES = (
    (1, 1, 1, 2, 1, 0),
    (1, 2, 3, 4, 3, 1),
    (1, 3, 5, 6, 5, 2),
    (2, 1, 5, 7, 5, 0),
    (2, 2, 3, 1, 5, 3),
    (2, 3, 2, 4, 2, 2),
    (3, 1, 5, 3, 3, 4),
    (3, 2, 6, 2, 5, 0),
    (3, 3, 7, 4, 4, 0),
)
BYES = ((1, 7), (2, 6), (3, 1))
STANDINGS = {1: (5, -1), 2: (2.5, -6), 3: (7, 5), 4: (3.5, -6), 5: (7, 7), 6: (6, 2), 7: (5, -1)}


def person(number: int) -> str:
    return f"bbbbbbbb-0000-4000-8000-{number:012}"


def points_of(one: int, other: int) -> float:
    if one == other:
        return 1.5
    if one > other:
        return 3 if one == 5 else 2
    return 0 if other == 5 else 1


def rows() -> dict[str, list[dict[str, object]]]:
    """The worked example as the assignment's author would have stored it."""
    cup: dict[str, object] = {
        "id": CUP,
        "name": "Friday",
        "code": "FRI",
        "n_rounds": 3,
        "max_score": 5,
        "bye_points": 3,
    }
    cup |= {"bye_differential": 0, "starting_table_number": 11, "has_started": True, "has_ended": True}
    other: dict[str, object] = {"id": OTHER, "name": "Saturday", "code": None}
    people = [
        {
            "id": person(number),
            "tournament_id": CUP,
            "name": name,
            "joined_at": f"2026-05-01 10:00:0{number}.5+00",
            "match_points": STANDINGS[number][0],
            "differential": STANDINGS[number][1],
        }
        for number, name in NAMES.items()
    ]
    matches = [
        {
            "id": f"cccccccc-000{round_}-4000-8000-00000000000{order}",
            "tournament_id": CUP,
            "round": round_,
            "player1_id": person(first),
            "player2_id": person(second),
            "player1_score": own,
            "player2_score": others,
            "player1_match_points": points_of(own, others),
            "player2_match_points": points_of(others, own),
            "differential": own - others,
            "differential2": others - own,
            "is_tie": own == others,
            "match_order": order,
        }
        for round_, order, first, second, own, others in MATCHES
    ]
    rounds: list[dict[str, object]] = [
        {"id": f"dddddddd-0000-4000-8000-00000000000{n}", "tournament_id": CUP, "round_number": n, "is_completed": True}
        for n in (1, 2, 3)
    ]
    byes = [
        {
            "id": f"eeeeeeee-0000-4000-8000-00000000000{round_}",
            "tournament_id": CUP,
            "participant_id": person(who),
            "round_number": round_,
            "round_id": f"dddddddd-0000-4000-8000-00000000000{round_}",
            "match_points": 3,
            "differential": 0,
        }
        for round_, who in BYES
    ]
    return {"tournaments": [cup, other], "participants": people, "rounds": rounds, "matches": matches, "byes": byes}


# --- as dumps ----------------------------------------------------------------------------------------------


def copied(value: object) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, bool):
        return "t" if value else "f"
    said = str(value).replace("\\", "\\\\")
    return said.replace("\t", "\\t").replace("\n", "\\n")


def as_copy(tables: dict[str, list[dict[str, object]]]) -> str:
    """A dump as `pg_dump` writes it."""
    parts = ["--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n\nSET statement_timeout = 0;\n"]
    parts.append("CREATE FUNCTION public.f() RETURNS trigger AS $$ begin; it's; end $$ LANGUAGE plpgsql;\n")
    parts.append("COPY auth.users (id, name) FROM stdin;\n1\tSomebody; else\n\\.\n\n")
    for name, found in tables.items():
        columns = list(found[0]) if found else ["id", "tournament_id"]
        parts.append(f"--\n-- Data for Name: {name}; Type: TABLE DATA\n--\n\n")
        parts.append(f"COPY public.{name} ({', '.join(columns)}) FROM stdin;\n")
        parts += ["\t".join(copied(row.get(column)) for column in columns) + "\n" for row in found]
        parts.append("\\.\n\n\n")
    return "".join([*parts, "\\unrestrict abc\n"])


def quoted(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool | int | float):
        return str(value).lower()
    return "'" + str(value).replace("'", "''") + "'"


def as_inserts(tables: dict[str, list[dict[str, object]]]) -> str:
    parts = []
    for name, found in tables.items():
        for row in found:
            columns = ", ".join(f'"{column}"' for column in row)
            values = ", ".join(map(quoted, row.values()))
            parts.append(f'INSERT INTO "public"."{name}" ({columns}) VALUES\n\t({values}) ON CONFLICT DO NOTHING;\n')
    return "".join(parts)


def make_database(server: str, name: str) -> str:
    """The address of a PostgreSQL database with the tables of the assignment in it."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    address = server.replace("/postgres?", f"/{name}?")
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as filling:
        filling.execute(text(DDL))
        for table, filled in rows().items():
            for row in filled:
                columns, values = ", ".join(row), ", ".join(f":{column}" for column in row)
                filling.execute(text(f"insert into public.{table} ({columns}) values ({values})"), row)
    engine.dispose()
    return address


# --- the assignment's own statements -----------------------------------------------------------------------

STATEMENTS = (Path(__file__).parent / "five_tables.sql").read_text("utf-8")  # to the letter
_FOR_SQLITE = (
    ("public.", ""),
    (" TABLESPACE pg_default", ""),
    (" uuid ", " text "),
    ("gen_random_uuid ()", "(lower(hex(randomblob(16))))"),
    ("timestamp with time zone", "timestamp"),
    ("now()", "current_timestamp"),
    (
        ",\n  constraint tournaments_host_id_fkey foreign KEY (host_id) references auth.users (id) on delete CASCADE",
        "",
    ),
)


def for_sqlite() -> str:
    """The statements as somebody would write them for SQLite: as few changes as it needs."""
    statements = STATEMENTS
    for old, new in _FOR_SQLITE:
        assert old in statements
        statements = statements.replace(old, new)
    return statements


def seed_database(server: str, name: str) -> str:
    """The address of a PostgreSQL database with the five empty tables, made by the assignment's statements. The users
    that one of them refers to are those of the author's platform."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    address = server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA auth")
        connection.execute("CREATE TABLE auth.users (id uuid PRIMARY KEY)")
        connection.execute(STATEMENTS.encode())
    return address


def seed_file(path: Path) -> str:
    """The same as an SQLite file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(for_sqlite())
    return f"sqlite:///{path}"
