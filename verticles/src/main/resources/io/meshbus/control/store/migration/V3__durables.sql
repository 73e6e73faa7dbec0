-- What each module's durable of EVENTS had finished when it was last seen, so that one that was lost resumes there;
-- stream_created = of which EVENTS, unwanted = since when no module wants it, none while one does.
CREATE TABLE durable (
    name           TEXT   NOT NULL PRIMARY KEY,
    floor          BIGINT NOT NULL,
    stream_created BIGINT NOT NULL,
    unwanted       BIGINT
);
