-- One row a tournament.
CREATE TABLE tournament (
    id         BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    -- The plan, the seed, and the keys of organizer and invitation.
    founding   TEXT NOT NULL,
    founded_at INTEGER NOT NULL,
    -- 1 when nothing more can happen.
    over       INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX ongoing ON tournament (id) WHERE over = 0;

-- What has happened in a tournament, numbered from 0 without gaps.
CREATE TABLE tournament_event (
    tournament BLOB NOT NULL REFERENCES tournament (id),
    seq        INTEGER NOT NULL CHECK (seq >= 0),
    at         INTEGER NOT NULL,
    what       TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;
