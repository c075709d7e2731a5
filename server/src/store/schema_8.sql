-- Facts of games, one line each: number, time, what. A row holds some that follow
-- one another; it is named by the number of the first.
CREATE TABLE stretch (
    game  BLOB NOT NULL REFERENCES game (id),
    seq   INTEGER NOT NULL CHECK (seq >= 0),
    facts TEXT NOT NULL,
    sum   INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- What was committed last, a row a commit, in the same lines with the game before
-- each. Those of a game that has ended are in a stretch too.
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    facts  TEXT NOT NULL,
    sum    INTEGER NOT NULL
) STRICT;
