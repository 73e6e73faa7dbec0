-- One SQL for SQLite and PostgreSQL: TEXT and BIGINT only; instants are milliseconds of the epoch; JSON is text.

CREATE TABLE counter (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counter (name, value) VALUES ('revision', 0);
INSERT INTO counter (name, value) VALUES ('push', 0);
INSERT INTO counter (name, value) VALUES ('audit', 0);
INSERT INTO counter (name, value) VALUES ('epoch', 1);
INSERT INTO counter (name, value) VALUES ('nodes_created', 0);

-- The highest revision that a reconciler has brought about.
CREATE TABLE progress (
    reconciler TEXT   NOT NULL PRIMARY KEY,
    revision   BIGINT NOT NULL
);

-- proof_key is sealed at rest; open = 1 while the token's principal is composed.
CREATE TABLE token (
    id            TEXT   NOT NULL PRIMARY KEY,
    node          TEXT   NOT NULL,
    proof_key     TEXT   NOT NULL,
    password_hash TEXT   NOT NULL,
    issued        BIGINT NOT NULL,
    expires       BIGINT NOT NULL,
    state         TEXT   NOT NULL,
    open          BIGINT NOT NULL,
    sealing_key   TEXT,
    identity_key  TEXT,
    requests      BIGINT NOT NULL
);
CREATE INDEX token_open ON token (expires) WHERE open = 1;

CREATE TABLE node (
    id           TEXT   NOT NULL PRIMARY KEY,
    sealing_key  TEXT   NOT NULL,
    identity_key TEXT   NOT NULL,
    token        TEXT   NOT NULL,
    enrolled     BIGINT NOT NULL,
    facts        TEXT   NOT NULL
);

CREATE TABLE push (
    number    BIGINT NOT NULL PRIMARY KEY,
    id        TEXT   NOT NULL UNIQUE,
    pushed_by TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    source    TEXT   NOT NULL
);

-- Pushes by which a node may still live: what it last converged on and everything declared to it since.
CREATE TABLE living (
    node TEXT   NOT NULL,
    push BIGINT NOT NULL,
    PRIMARY KEY (node, push)
);

CREATE TABLE person (
    id         TEXT   NOT NULL PRIMARY KEY,
    rights     TEXT   NOT NULL,
    public_key TEXT   NOT NULL,
    issued     BIGINT NOT NULL,
    expires    BIGINT
);

CREATE TABLE principal_secret (
    id        TEXT NOT NULL PRIMARY KEY,
    hash      TEXT NOT NULL,
    sealed    TEXT NOT NULL,
    owner_key TEXT NOT NULL
);

CREATE TABLE declared (
    node     TEXT   NOT NULL PRIMARY KEY,
    digest   TEXT   NOT NULL,
    epoch    BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    push     BIGINT NOT NULL,
    at       BIGINT NOT NULL
);

-- The newest report of each node, by the node's own counter.
CREATE TABLE report (
    node            TEXT   NOT NULL PRIMARY KEY,
    counter         BIGINT NOT NULL,
    digest          TEXT   NOT NULL,
    outcome         TEXT   NOT NULL,
    body            TEXT   NOT NULL,
    stream_sequence BIGINT NOT NULL,
    at              BIGINT NOT NULL
);

-- Append-only; hash covers the row and the hash before it.
CREATE TABLE audit (
    number   BIGINT NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL,
    done_by  TEXT   NOT NULL,
    what     TEXT   NOT NULL,
    detail   TEXT   NOT NULL,
    revision BIGINT NOT NULL,
    hash     TEXT   NOT NULL
);
