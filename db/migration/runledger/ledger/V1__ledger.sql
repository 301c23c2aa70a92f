-- The run ledger. Every statement of Runledger names the schema; nothing relies on a search path.

-- One row: which ledger this is. It is part of each Redis key, so that staging and production may
-- share a Redis without meeting.
CREATE TABLE runledger.batch_ledger (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id       uuid    NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO runledger.batch_ledger DEFAULT VALUES;

-- Fences. CACHE 1: with a larger cache a later grant could get a smaller number.
CREATE SEQUENCE runledger.batch_fence AS bigint CACHE 1;

-- Layer 2, the lease: who may work under a lock name, and until when by this server's clock.
CREATE TABLE runledger.batch_lock (
    name         text        PRIMARY KEY,
    lease        interval    NOT NULL CHECK (lease > interval '0'),
    locked_until timestamptz NOT NULL,
    locked_by    uuid,                     -- the attempt; NULL when released
    fence        bigint      NOT NULL
);

-- Jobs that were ever guarded here, since when, and what people said of them.
CREATE TABLE runledger.batch_job (
    job_name    text        PRIMARY KEY,
    since       timestamptz NOT NULL DEFAULT clock_timestamp(),
    held_at     timestamptz,               -- NULL: not on hold
    held_by     text,
    held_reason text,
    released_at timestamptz,               -- the end of the last hold: what fell due before it is late
    renamed_to  text,                      -- took its runs over; it is no job any more
    CHECK ((held_at IS NULL) = (held_by IS NULL))
);

-- Layer 3, the ledger: one row for each (job, batch date, part).
CREATE TABLE runledger.batch_run (
    job_name          text        NOT NULL,
    batch_date        date        NOT NULL,
    part              text        NOT NULL DEFAULT '',
    covered_from      date        NOT NULL, -- first calendar day that the run is for; the batch date is the last
    status            text        NOT NULL CHECK (status IN
                          ('RUNNING', 'COMPLETED', 'FAILED', 'STOPPED', 'MISSED', 'REOPENED')),
    stopped_by_person boolean     NOT NULL DEFAULT false,
    fence             bigint      NOT NULL,
    attempt_id        uuid        NOT NULL,
    lock_name         text        NOT NULL,
    attempts          integer     NOT NULL DEFAULT 1,
    generation        bigint      NOT NULL DEFAULT 1,
    pod               text        NOT NULL,
    started_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at          timestamptz,
    message           text,
    stop_attempt      uuid,                -- a person asked this attempt to stop, and no later one
    stop_actor        text,
    stop_reason       text,
    PRIMARY KEY (job_name, batch_date, part),
    CHECK (status = 'STOPPED' OR NOT stopped_by_person),
    CHECK (covered_from <= batch_date)
);
-- What is not over: few rows, however long the ledger.
CREATE INDEX batch_run_open ON runledger.batch_run (job_name, batch_date)
    WHERE status NOT IN ('COMPLETED', 'MISSED');
-- Who owns a lease; and for people: the latest dates, and what began last.
CREATE INDEX batch_run_by_attempt ON runledger.batch_run (attempt_id);
CREATE INDEX batch_run_by_date ON runledger.batch_run (batch_date DESC, job_name, part);
CREATE INDEX batch_run_by_start ON runledger.batch_run (started_at);

CREATE INDEX batch_run_completed ON runledger.batch_run (job_name, ended_at)
    WHERE status = 'COMPLETED';

-- Each try at a run.
CREATE TABLE runledger.batch_attempt (
    attempt_id    uuid        PRIMARY KEY,
    job_name      text        NOT NULL,
    batch_date    date        NOT NULL,
    part          text        NOT NULL,
    number        integer     NOT NULL,
    generation    bigint      NOT NULL,
    fence         bigint      NOT NULL,
    pod           text        NOT NULL,
    cause         text        NOT NULL,
    actor         text,
    reason        text,
    parameters    text        NOT NULL DEFAULT '{}',
    status        text        NOT NULL DEFAULT 'RUNNING' CHECK (status IN
                      ('RUNNING', 'COMPLETED', 'FAILED', 'STOPPED', 'LOST')),
    started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at      timestamptz,
    message       text,
    progressed_at timestamptz,             -- first commit of what a restart will not do again
    UNIQUE (job_name, batch_date, part, number),
    FOREIGN KEY (job_name, batch_date, part) REFERENCES runledger.batch_run ON UPDATE CASCADE
);

CREATE INDEX batch_attempt_failed ON runledger.batch_attempt (job_name, ended_at)
    WHERE status = 'FAILED';

-- What people asked for, and what they were answered. Rows are only ever added.
CREATE TABLE runledger.batch_audit (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor      text        NOT NULL,
    action     text        NOT NULL,
    reason     text,
    job_name   text        NOT NULL,
    batch_date date,
    part       text,
    verdict    text        NOT NULL,
    detail     text,
    pod        text        NOT NULL
);
CREATE FUNCTION runledger.batch_audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'runledger.batch_audit is append-only: % refused', tg_op;
END $$;
CREATE TRIGGER batch_audit_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON runledger.batch_audit
    FOR EACH STATEMENT EXECUTE FUNCTION runledger.batch_audit_is_append_only();
