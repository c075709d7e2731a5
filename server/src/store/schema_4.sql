-- What the solver says of finished games. A row without a text waits for it: so
-- what a crash interrupts is done afterwards.
CREATE TABLE review (
    game BLOB PRIMARY KEY NOT NULL REFERENCES game (id),
    text TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX unreviewed ON review (game) WHERE text IS NULL;

-- How each seat decided, from the review.
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

-- Games that were finished before there were reviews.
INSERT INTO review (game) SELECT id FROM game
WHERE over IS NOT NULL
AND (opening ->> 'rated' IS NOT NULL OR opening NOT LIKE '%"kind":"bot"%"kind":"bot"%');
