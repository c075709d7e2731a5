-- What counts for the ladder, in the order in which it was decided: a pair, whose
-- id it is, or a single rated game, whose table's id it is.
CREATE TABLE rated (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id     BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    first  BLOB NOT NULL REFERENCES game (id),
    -- Null for a single game.
    second BLOB REFERENCES game (id)
) STRICT;
