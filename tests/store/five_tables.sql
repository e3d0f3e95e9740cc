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
  constraint tournaments_code_key unique (code),
  constraint tournaments_host_id_fkey foreign KEY (host_id) references auth.users (id) on delete CASCADE
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
  constraint rounds_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id) on update CASCADE on delete CASCADE
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
  constraint participants_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id) on update CASCADE on delete CASCADE
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
  constraint matches_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id) on update CASCADE on delete CASCADE,
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
  constraint byes_participant_id_fkey foreign KEY (participant_id) references participants (id) on update CASCADE on delete CASCADE,
  constraint byes_round_id_fkey foreign KEY (round_id) references rounds (id) on update CASCADE on delete CASCADE,
  constraint byes_tournament_id_fkey foreign KEY (tournament_id) references tournaments (id) on update CASCADE on delete CASCADE
) TABLESPACE pg_default;
