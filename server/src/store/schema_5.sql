-- Registered players: persons and their bots.
CREATE TABLE account (
    id      BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    -- The name in the form in which no two are alike.
    folded  TEXT NOT NULL UNIQUE,
    about   TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What opens an account: hashes, never secrets. A revoked one stays, so that it is
-- never taken for a guest's.
CREATE TABLE access (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    key        BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
    player     BLOB NOT NULL REFERENCES account (id),
    given_at   INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
