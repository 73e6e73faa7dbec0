-- Which of a person's own keys opens the bus; none for a password.
ALTER TABLE person ADD COLUMN nkey TEXT;

-- Public nkeys that were ever given to a principal: none is given twice.
CREATE TABLE nkey_used (
    id        TEXT NOT NULL PRIMARY KEY,
    principal TEXT NOT NULL
);

-- Earlier credentials that still open while a newer one is handed over; ends = when at the latest, none for nodes'.
CREATE TABLE retiring_secret (
    id     TEXT   NOT NULL,
    hash   TEXT   NOT NULL,
    sealed TEXT   NOT NULL,
    ends   BIGINT,
    PRIMARY KEY (id, hash)
);
