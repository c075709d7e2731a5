-- A sum over each row, so that a flipped bit is noticed; the rows that are there
-- get theirs in the same step. 0 stands for none.
ALTER TABLE game ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;

-- Who played in which game: it says nothing that the game's opening does not,
-- but finds it.
CREATE TABLE seat (
    name TEXT NOT NULL,
    game BLOB NOT NULL REFERENCES game (id),
    PRIMARY KEY (name, game)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO seat
    SELECT value ->> '$.name', game.id FROM game, json_each(opening, '$.players');
