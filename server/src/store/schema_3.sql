-- What the ladder says. All of it follows from `rated` and the games, and can be
-- made again from them: `nim-server recompute`.
CREATE TABLE standing (
    -- `people/nim/normal/fast`, or `people/overall`.
    board      TEXT NOT NULL,
    -- A player's id, or of starts `N`, `P` or `?`: who wins them.
    subject    BLOB NOT NULL CHECK (length(subject) IN (1, 16)),
    -- In thousandths of a point.
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,
    -- In billionths.
    volatility INTEGER NOT NULL,
    bouts      INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (board, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX ranking ON standing (board, rating);

-- What each bout has changed, for the curves on players' pages.
CREATE TABLE change (
    player    BLOB NOT NULL CHECK (length(player) = 16),
    board     TEXT NOT NULL,
    bout      INTEGER NOT NULL REFERENCES rated (number),
    opponent  BLOB NOT NULL CHECK (length(opponent) = 16),
    won       INTEGER NOT NULL,
    games     INTEGER NOT NULL,
    before    INTEGER NOT NULL,
    after     INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (player, board, bout)
) STRICT, WITHOUT ROWID;

-- What has been played: the same moves of the same players count once.
CREATE TABLE noted (
    fingerprint BLOB PRIMARY KEY NOT NULL CHECK (length(fingerprint) = 32)
) STRICT, WITHOUT ROWID;

-- What is known of who has a standing: as he was when he last played.
CREATE TABLE ranked (
    id     BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    player TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Why a bout did not count; null if it did.
ALTER TABLE rated ADD COLUMN unrated TEXT;
