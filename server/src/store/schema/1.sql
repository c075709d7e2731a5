-- One row per game. Times are for display, in milliseconds since 1970 by the wall clock; no clock
-- of a game is computed from them. Rows are long: by number they are appended one after another,
-- and only a short index is ordered by id.
CREATE TABLE game (
    number        INTEGER PRIMARY KEY,
    id            BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    opening       TEXT NOT NULL,
    -- Hashes of the seats' secrets, 32 bytes each.
    secret_hashes BLOB NOT NULL,
    opened_at     INTEGER NOT NULL,
    -- How it ended; null while it is running.
    over          TEXT,
    ended_at      INTEGER,
    checksum      INTEGER NOT NULL
) STRICT;

-- By number, which is short: all running games are on a page or two.
CREATE INDEX running ON game (over) WHERE over IS NULL;

-- Facts of games, one per line: number, time, fact. A row holds some consecutive facts; its `seq`
-- is the number of the first.
CREATE TABLE segment (
    number   INTEGER PRIMARY KEY,
    game     BLOB NOT NULL REFERENCES game (id),
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    facts    TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (game, seq)
) STRICT;

-- The latest commits, one row per commit: the same lines, each preceded by its game. Those of a
-- game that has ended are in a segment too.
CREATE TABLE journal (
    number   INTEGER PRIMARY KEY,
    facts    TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- Who played in which game, and under which name: it repeats the game's opening, as an index.
CREATE TABLE seat (
    player BLOB NOT NULL CHECK (length(player) = 16),
    game   BLOB NOT NULL,
    name   TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX named ON seat (name, game);

-- The latest rows of it, by game, until they are moved there. Written right after the game, so that
-- nothing has to be looked up for it.
CREATE TABLE new_seat (
    game   BLOB NOT NULL,
    player BLOB NOT NULL CHECK (length(player) = 16),
    name   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

-- A row that is being moved is in both.
CREATE VIEW seated AS
    SELECT player, game, name FROM seat UNION ALL SELECT player, game, name FROM new_seat;

-- What counts for the ladder, in the order in which it was decided: a pair, by the pair's id, or a
-- single rated game, by its table's id.
CREATE TABLE rated (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    first   BLOB NOT NULL REFERENCES game (id),
    -- Null for a single game.
    second  BLOB REFERENCES game (id),
    -- Why it did not count; null if it did.
    unrated TEXT,
    -- If it counted: in which pool, when its last game ended, and how much, in millionths.
    leaderboard TEXT,
    at          INTEGER,
    weight      INTEGER
) STRICT;

-- So that deleting a casual game does not read every match to see that none is of it.
CREATE INDEX rated_first ON rated (first);
CREATE INDEX rated_second ON rated (second);

-- Rated matches that the admin has voided.
CREATE TABLE void (
    rated_match BLOB PRIMARY KEY NOT NULL CHECK (length(rated_match) = 16),
    why         TEXT NOT NULL,
    at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The log of the ladder: everything that ratings follow from, in order. Append-only.
CREATE TABLE ladder_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- 0 for the result of a match, 1 for the decisions of a game, 2 for a match that has
    -- been declared void.
    kind   INTEGER NOT NULL,
    -- Of the match, or of the game.
    id     BLOB NOT NULL CHECK (length(id) = 16),
    -- The hash of the entry (RFC 6962).
    hash   BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (kind, id)
) STRICT;

-- The ladder's ratings. All of them follow from `ladder_log`, `void`, the games and the decisions
-- of their reviews, and can be recomputed from them: `nim-server recompute`.
CREATE TABLE standing (
    -- `people/nim/normal/fast`, or `people/overall`.
    leaderboard    TEXT NOT NULL,
    player         BLOB NOT NULL CHECK (length(player) = 16),
    -- In thousandths of a point, when it last changed.
    rating         INTEGER NOT NULL,
    deviation      INTEGER NOT NULL,
    -- In millionths of a logit: what decisions show.
    skill          INTEGER NOT NULL,
    skill_variance INTEGER NOT NULL,
    -- What results say: their precision, and their mean times it, in millionths.
    precision      INTEGER NOT NULL,
    pull           INTEGER NOT NULL,
    rated_matches  INTEGER NOT NULL,
    decisions      INTEGER NOT NULL,
    kept           INTEGER NOT NULL,
    -- The highest rating that was not provisional.
    peak           INTEGER,
    at             INTEGER NOT NULL,
    PRIMARY KEY (leaderboard, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX ranking ON standing (leaderboard, rating);
CREATE INDEX standing_of ON standing (player);

-- The worth of starts and the difficulty of kinds of positions, in millionths of a logit.
CREATE TABLE learnt (
    name     TEXT PRIMARY KEY NOT NULL,
    mean     INTEGER NOT NULL,
    variance INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How often two people have met on a day, counted in days from 1970; `one` is the lesser id.
CREATE TABLE meeting (
    one     BLOB NOT NULL CHECK (length(one) = 16),
    other   BLOB NOT NULL CHECK (length(other) = 16),
    day     INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (one, other, day)
) STRICT, WITHOUT ROWID;

-- From how many rated matches a person knows starts that one plan covers, by their fingerprint.
CREATE TABLE known_start (
    person  BLOB NOT NULL CHECK (length(person) = 16),
    start   BLOB NOT NULL CHECK (length(start) = 32),
    matches INTEGER NOT NULL,
    PRIMARY KEY (person, start)
) STRICT, WITHOUT ROWID;

-- How many decisions of a person have taught how hard positions of a variant and ending are.
CREATE TABLE taught (
    person    BLOB NOT NULL CHECK (length(person) = 16),
    family    TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    PRIMARY KEY (person, family)
) STRICT, WITHOUT ROWID;

-- The changes by each result and by each game's decisions, in order.
CREATE TABLE change (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    player      BLOB NOT NULL CHECK (length(player) = 16),
    leaderboard TEXT NOT NULL,
    rated_match INTEGER NOT NULL REFERENCES rated (number),
    -- 0 for the result, 1 and 2 for the decisions of the first and the second game.
    part        INTEGER NOT NULL,
    opponent    BLOB NOT NULL CHECK (length(opponent) = 16),
    -- Games that were won, or decisions that kept the win; all games or decisions; and
    -- how many were expected, in millionths.
    won         INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    expected    INTEGER NOT NULL,
    -- Of decisions, hard ones that were kept.
    hard        INTEGER NOT NULL,
    -- How much a result counted, in millionths.
    weight      INTEGER NOT NULL,
    before      INTEGER NOT NULL,
    after       INTEGER NOT NULL,
    deviation   INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    UNIQUE (player, leaderboard, rated_match, part)
) STRICT;

CREATE INDEX changed ON change (rated_match);

-- Fingerprints of matches: the same moves of the same players count once.
CREATE TABLE fingerprint (
    hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;

-- Players with a standing, as they were in their last match. A bot has a row for each version of
-- its program.
CREATE TABLE ranked (
    id        BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    player_id BLOB NOT NULL CHECK (length(player_id) = 16),
    player    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX line ON ranked (player_id);

-- The solver's reviews of finished games. A row without a text waits for its review, so that one
-- interrupted by a crash is done afterwards.
CREATE TABLE review (
    game BLOB PRIMARY KEY NOT NULL REFERENCES game (id),
    text TEXT,
    -- 1 from when it is begun: one that was begun and never ended has stopped the
    -- server, and is not tried again.
    begun INTEGER NOT NULL DEFAULT 0,
    -- By seat: the decisions that are proven, each its kind of position and whether it
    -- kept the win. The ladder learns from them.
    decisions TEXT,
    -- Wins that were thrown away: they become puzzles once the match has been rated.
    puzzles TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX unreviewed ON review (game) WHERE text IS NULL;

-- The accuracy of each seat, from the review.
CREATE TABLE accuracy (
    player     BLOB NOT NULL CHECK (length(player) = 16),
    game       BLOB NOT NULL REFERENCES review (game),
    seat       INTEGER NOT NULL,
    decisions  INTEGER NOT NULL,
    kept       INTEGER NOT NULL,
    resisted   INTEGER NOT NULL,
    -- Added up over the positions resisted in, in millionths.
    resistance INTEGER NOT NULL,
    unknown    INTEGER NOT NULL,
    PRIMARY KEY (player, game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX accuracy_in ON accuracy (game);

-- The number of decisions of each kind that a player has made in a variant and ending.
CREATE TABLE decision_count (
    player    BLOB NOT NULL CHECK (length(player) = 16),
    variant   TEXT NOT NULL,
    -- One move in 2^rarity wins, about.
    rarity    INTEGER NOT NULL,
    -- How much time was left: none to run out, much, some, little.
    time_left INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    kept      INTEGER NOT NULL,
    PRIMARY KEY (player, variant, rarity, time_left)
) STRICT, WITHOUT ROWID;

-- Puzzles: positions of rated matches in which somebody threw a win away.
CREATE TABLE puzzle (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Of the position: it is one puzzle, however often it is found.
    hash     BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    -- `nim/normal`
    variant  TEXT NOT NULL,
    game     TEXT NOT NULL,
    -- All moves that win, proven by the review.
    winning  TEXT NOT NULL,
    -- How hard it is, in millionths of a logit.
    mean     INTEGER NOT NULL,
    variance INTEGER NOT NULL,
    tried    INTEGER NOT NULL,
    solved   INTEGER NOT NULL,
    -- The game that it is from, and after how many moves.
    source   BLOB NOT NULL CHECK (length(source) = 16),
    ply      INTEGER NOT NULL
) STRICT;

CREATE INDEX puzzle_difficulty ON puzzle (mean);
CREATE INDEX puzzle_of_variant ON puzzle (variant, mean);

-- Players' standings at puzzles, which are not part of the ladder.
CREATE TABLE puzzle_standing (
    player         BLOB PRIMARY KEY NOT NULL CHECK (length(player) = 16),
    skill          INTEGER NOT NULL,
    skill_variance INTEGER NOT NULL,
    tried          INTEGER NOT NULL,
    solved         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- First tries, with the belief about the player after each.
CREATE TABLE puzzle_try (
    player         BLOB NOT NULL CHECK (length(player) = 16),
    puzzle         INTEGER NOT NULL REFERENCES puzzle (number),
    solved         INTEGER NOT NULL,
    skill          INTEGER NOT NULL,
    skill_variance INTEGER NOT NULL,
    at             INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;

-- Registered players: persons and their bots.
CREATE TABLE account (
    id      BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    about   TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bot ON account (made_at, id) WHERE about ->> 'owner' IS NOT NULL;

CREATE INDEX mailed ON account (id) WHERE about ->> 'turn_mail' IS NOT NULL;

CREATE INDEX deleted ON account (id) WHERE about ->> 'deleted' IS NOT NULL;

-- What the names of accounts look like, or once did. Each look is its player's for ever, and hashed,
-- because a deleted account must not be found by its name.
CREATE TABLE look (
    hash   BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
    player BLOB NOT NULL REFERENCES account (id)
) STRICT, WITHOUT ROWID;

-- What opens accounts: hashes, never secrets. A revoked one stays, so that it is never taken for a
-- guest's.
CREATE TABLE access (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    player      BLOB NOT NULL REFERENCES account (id),
    -- The program that has asked for it, in its own words.
    agent       TEXT NOT NULL,
    given_at    INTEGER NOT NULL,
    revoked_at  INTEGER
) STRICT;

CREATE INDEX open_access ON access (player) WHERE revoked_at IS NULL;
CREATE INDEX revoked_access ON access (revoked_at) WHERE revoked_at IS NOT NULL;

-- Where the browsers of valid secrets are notified.
CREATE TABLE push (
    session      BLOB PRIMARY KEY NOT NULL CHECK (length(session) = 32),
    subscription TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Players who are banned, until a time or until the admin pardons them.
CREATE TABLE ban (
    player BLOB PRIMARY KEY NOT NULL CHECK (length(player) = 16),
    -- Null for good.
    until  INTEGER,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Banned addresses; of IPv6 the first half.
CREATE TABLE address_ban (
    address TEXT PRIMARY KEY NOT NULL,
    until   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Players whom players have blocked.
CREATE TABLE block (
    player  BLOB NOT NULL REFERENCES account (id),
    blocked BLOB NOT NULL CHECK (length(blocked) = 16),
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

-- Players whom players follow.
CREATE TABLE follow (
    player   BLOB NOT NULL REFERENCES account (id),
    followed BLOB NOT NULL REFERENCES account (id),
    PRIMARY KEY (player, followed)
) STRICT, WITHOUT ROWID;

CREATE INDEX followed ON follow (followed);

-- Reports of players.
CREATE TABLE report (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    at        INTEGER NOT NULL,
    by        BLOB NOT NULL CHECK (length(by) = 16),
    report    TEXT NOT NULL,
    -- When it was dealt with; null before.
    closed_at INTEGER
) STRICT;

CREATE INDEX open_report ON report (by) WHERE closed_at IS NULL;

-- The operator's actions, in order.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    deed   TEXT NOT NULL
) STRICT;

-- Damaged games, which cannot be continued until they are repaired.
CREATE TABLE quarantine (
    game  BLOB PRIMARY KEY NOT NULL CHECK (length(game) = 16),
    why   TEXT NOT NULL,
    -- Lines of the journal that were left of it.
    facts TEXT NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- In a backup: other files of the data folder. Elsewhere it is empty.
CREATE TABLE enclosed (
    name    TEXT PRIMARY KEY NOT NULL,
    content BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- One row per tournament.
CREATE TABLE tournament (
    id         BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    -- The plan, the seed, and the hashes of the organizer's secret and the invitation.
    config     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- How it is listed once nothing more can happen; null before. It follows from
    -- the events, and saves replaying them.
    summary    TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX ongoing ON tournament (id) WHERE summary IS NULL;

-- The events of tournaments, numbered from 0 without gaps.
CREATE TABLE tournament_event (
    tournament BLOB NOT NULL REFERENCES tournament (id),
    seq        INTEGER NOT NULL CHECK (seq >= 0),
    at         INTEGER NOT NULL,
    what       TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

-- Who entered which tournament; damaged events are left out.
CREATE INDEX entered ON tournament_event (what ->> '$.entered.player.id')
    WHERE json_valid(what) AND what ->> '$.entered.player.id' IS NOT NULL;
