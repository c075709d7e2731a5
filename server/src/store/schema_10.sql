-- The rows of games and stretches are long. In a tree by their ids few fit on a page,
-- and its inner pages hold whole rows too; by number they are appended one after
-- another, and only a short index is in the order of the ids.
CREATE TABLE play (
    number    INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    opening   TEXT NOT NULL,
    -- The seats' keys, 32 bytes each: hashes, never secrets.
    keys      BLOB NOT NULL,
    opened_at INTEGER NOT NULL,
    -- How it ended; null while it is running.
    over      TEXT,
    ended_at  INTEGER,
    sum       INTEGER NOT NULL
) STRICT;

INSERT INTO play (id, opening, keys, opened_at, over, ended_at, sum)
    SELECT id, opening, keys, opened_at, over, ended_at, sum FROM game ORDER BY id;
DROP TABLE game;
ALTER TABLE play RENAME TO game;
-- By number, which is short: all that are running stand on a page or two.
CREATE INDEX running ON game (over) WHERE over IS NULL;

CREATE TABLE part (
    number INTEGER PRIMARY KEY,
    game   BLOB NOT NULL REFERENCES game (id),
    seq    INTEGER NOT NULL CHECK (seq >= 0),
    facts  TEXT NOT NULL,
    sum    INTEGER NOT NULL,
    UNIQUE (game, seq)
) STRICT;

INSERT INTO part (game, seq, facts, sum)
    SELECT game, seq, facts, sum FROM stretch ORDER BY game, seq;
DROP TABLE stretch;
ALTER TABLE part RENAME TO stretch;

-- Seats are written right after their game: nothing has to look for it.
CREATE TABLE sitter (
    player BLOB NOT NULL CHECK (length(player) = 16),
    game   BLOB NOT NULL,
    name   TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

INSERT INTO sitter SELECT player, game, name FROM seat ORDER BY player, game;
DROP TABLE seat;
ALTER TABLE sitter RENAME TO seat;
CREATE INDEX named ON seat (name, game);
