-- Who leads what (spec 3.11). A lease that is free has no holder; beat rises with each renewal.
CREATE TABLE lease (
    name   TEXT   NOT NULL PRIMARY KEY,
    holder TEXT   NOT NULL,
    fence  BIGINT NOT NULL,
    beat   BIGINT NOT NULL
);

-- Rises with each term of leading, whoever's.
INSERT INTO counter (name, value) VALUES ('fence', 0);
