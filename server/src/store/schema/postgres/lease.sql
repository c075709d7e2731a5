-- Which server may write. There is one row at most; a server that finds its own gone has been
-- replaced. Created before everything else, and never changed by a migration, because servers of
-- two releases may wait for each other.

CREATE TABLE IF NOT EXISTS lease (
    sole   boolean PRIMARY KEY DEFAULT true CHECK (sole),
    -- The number of a server's life: no two are equal, and none comes back.
    holder bigint NOT NULL UNIQUE,
    -- Where it runs, for people.
    name   text NOT NULL,
    since  timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Counted up while it lives.
    beat   bigint NOT NULL DEFAULT 0,
    -- Where the others reach it, what they prove themselves with, and what it does.
    link   text,
    secret text,
    certificate bytea
);

CREATE SEQUENCE IF NOT EXISTS life;

-- Makes a transaction fail unless this server still holds the lease, and keeps it from being taken
-- until the transaction ends.
CREATE OR REPLACE FUNCTION fence(life bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM lease WHERE holder = life FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another server has taken the lease' USING ERRCODE = 'NIM01';
    END IF;
END $$;

-- The number of the schema, which has one row.
CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL);
INSERT INTO schema_version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version);
