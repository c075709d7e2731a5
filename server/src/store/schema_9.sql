-- Players who are shut out until somebody lets them in again.
CREATE TABLE ban (
    player BLOB PRIMARY KEY NOT NULL CHECK (length(player) = 16),
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Games are found by who played them, and by the names that they had.
CREATE TABLE sitter (
    player BLOB NOT NULL CHECK (length(player) = 16),
    game   BLOB NOT NULL REFERENCES game (id),
    name   TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO sitter
    SELECT unhex(replace(value ->> '$.id', '-', '')), game.id, value ->> '$.name'
    FROM game, json_each(opening, '$.players');

DROP TABLE seat;
ALTER TABLE sitter RENAME TO seat;
CREATE INDEX named ON seat (name, game);
