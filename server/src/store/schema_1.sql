-- One row a game. Times are for people, in milliseconds since 1970 by the wall
-- clock; no clock of a game is computed from them.
CREATE TABLE game (
    id        BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    opening   TEXT NOT NULL,
    -- The seats' keys, 32 bytes each: hashes, never secrets.
    keys      BLOB NOT NULL,
    opened_at INTEGER NOT NULL,
    -- How it ended; null while it is running.
    over      TEXT,
    ended_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX running ON game (id) WHERE over IS NULL;

-- What has happened in a game, numbered from 0 without gaps.
CREATE TABLE fact (
    game BLOB NOT NULL REFERENCES game (id),
    seq  INTEGER NOT NULL CHECK (seq >= 0),
    at   INTEGER NOT NULL,
    what TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
