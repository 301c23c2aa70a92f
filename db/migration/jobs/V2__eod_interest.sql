-- What the job eod-interest reads and writes. Money is numeric(19, 4) in units of the account's
-- currency; rates are fractions of one a year: 0.05 is 5 %.

-- ISO 4217: how many digits an amount of the currency has that can be paid.
CREATE TABLE currency (
    code       text     PRIMARY KEY CHECK (code ~ '^[A-Z]{3}$'),
    minor_unit smallint NOT NULL CHECK (minor_unit BETWEEN 0 AND 4)
);
INSERT INTO currency (code, minor_unit)
VALUES ('BHD', 3), ('CHF', 2), ('CZK', 2), ('DKK', 2), ('EUR', 2), ('GBP', 2), ('JPY', 0), ('KRW', 0),
       ('KWD', 3), ('NOK', 2), ('PLN', 2), ('SEK', 2), ('SGD', 2), ('THB', 2), ('TND', 3), ('USD', 2),
       ('VND', 0);

CREATE TABLE product (
    product_id     text    PRIMARY KEY,
    day_count      text    NOT NULL CHECK (day_count IN ('ACT/365F', 'ACT/360', 'ACT/ACT', '30E/360')),
    tiering        text    NOT NULL CHECK (tiering IN ('MARGINAL', 'WHOLE')),
    capitalisation text    NOT NULL CHECK (capitalisation IN ('MONTHLY', 'QUARTERLY', 'NONE')),
    rounding       text    NOT NULL CHECK (rounding IN ('HALF_EVEN', 'HALF_UP')),
    debit_interest boolean NOT NULL      -- whether an overdrawn balance bears interest at all
);

-- The rates of a product from a date on, until a later date has rates of its own. A tier reaches
-- from above its bound up to, and with, the next tier's bound.
CREATE TABLE product_rate (
    product_id text           NOT NULL REFERENCES product,
    kind       text           NOT NULL CHECK (kind IN ('CREDIT', 'DEBIT')),
    valid_from date           NOT NULL,
    above      numeric(19, 4) NOT NULL DEFAULT 0 CHECK (above >= 0),
    rate       numeric(9, 8)  NOT NULL,
    PRIMARY KEY (product_id, kind, valid_from, above)
);

-- No foreign keys to product and currency: what the bank's other systems deliver is taken as it
-- is, and the run names what it cannot work with.
CREATE TABLE account (
    account_id bigint PRIMARY KEY,
    product_id text,
    currency   text,
    opened_on  date   NOT NULL,          -- the first night that bears interest
    closed_on  date   CHECK (closed_on > opened_on)   -- the first one that does not
);

-- Append-only. A credit is positive.
CREATE TABLE account_entry (
    entry_id     bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   bigint         NOT NULL REFERENCES account,
    value_date   date           NOT NULL,
    booking_date date           NOT NULL,
    -- From this night on the balance that a run saw on the night itself has it in.
    counts_from  date           NOT NULL GENERATED ALWAYS AS (greatest(value_date, booking_date)) STORED,
    amount       numeric(19, 4) NOT NULL CHECK (amount <> 0),
    source       text           NOT NULL,
    reference    text           NOT NULL,
    reverses     bigint         REFERENCES account_entry,   -- what this contra entry undoes, if it is one
    -- When it was really written: a contra entry has the booking date of what it undoes.
    entered_at   timestamptz    NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (source, reference)
);
CREATE UNIQUE INDEX account_entry_reverses ON account_entry (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX account_entry_by_account ON account_entry (account_id, counts_from);
CREATE INDEX account_entry_late ON account_entry (booking_date, account_id) WHERE value_date < booking_date;

CREATE FUNCTION account_entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'account_entry is append-only: % refused; book a contra entry', tg_op;
END $$;
CREATE TRIGGER account_entry_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON account_entry
    FOR EACH STATEMENT EXECUTE FUNCTION account_entry_is_append_only();

-- What a run writes has its generation (runledger.batch_run.generation). A run that is reopened and
-- run again deletes and changes nothing: for each row of the generation before it writes a contra
-- row, the same with the opposite sign, and then rows of its own. So sums over all rows are right,
-- and a row stands if it has no contra row: the views standing_*. smallint, since with it the keys
-- are as wide as they were without.

-- The balance that the last day of a month ended with, by the entries that counted by then: where
-- a later run begins to add.
CREATE TABLE balance_snapshot (
    account_id bigint         NOT NULL,
    as_of      date           NOT NULL,
    balance    numeric(19, 4) NOT NULL,
    generation smallint       NOT NULL,
    contra     boolean        NOT NULL DEFAULT false,
    fence      bigint         NOT NULL,
    PRIMARY KEY (account_id, as_of, generation, contra)
);
CREATE VIEW standing_snapshot AS
SELECT * FROM balance_snapshot o
 WHERE NOT contra
   AND NOT EXISTS (SELECT FROM balance_snapshot c
                    WHERE c.contra AND (c.account_id, c.as_of, c.generation)
                                     = (o.account_id, o.as_of, o.generation));

-- Which accounts a worker of a run takes. It is settled once, so that a resumed run cuts where the
-- first attempt did, and open at both ends, so that no account is between two.
CREATE TABLE interest_range (
    batch_date   date    NOT NULL,
    generation   smallint NOT NULL,
    worker       integer NOT NULL,
    from_account bigint  NOT NULL,
    to_account   bigint  NOT NULL,       -- inclusive
    PRIMARY KEY (batch_date, generation, worker)
);

-- The interest of one account for one night, never changed. The accrual date is the covered day that
-- it belongs to: of the days that a run is for, the batch date is the last. Days over basis of a year's interest:
-- kept apart, so that sums stay exact. A night before the accrual date is an adjustment: the
-- difference that an entry makes which was booked after the night's own accrual.
-- No foreign key: its check for each row would cost more than the insert; reconcile and verify
-- prove that no row is without its account.
CREATE TABLE interest_accrual (
    accrual_date    date            NOT NULL,
    account_id      bigint          NOT NULL,
    kind            text            NOT NULL CHECK (kind IN ('CREDIT', 'DEBIT')),
    night           date            NOT NULL CHECK (night <= accrual_date),
    principal       numeric(19, 4)  NOT NULL,
    rate            numeric(9, 8)   NOT NULL,    -- of the highest tier that the balance reaches
    annual_interest numeric(29, 12) NOT NULL,    -- of a whole year, over all tiers
    days            smallint        NOT NULL,
    basis           smallint        NOT NULL CHECK (basis IN (360, 365, 366)),
    generation      smallint        NOT NULL,
    contra          boolean         NOT NULL DEFAULT false,
    fence           bigint          NOT NULL,    -- of the attempt that wrote it; a contra row's is of a later generation
    PRIMARY KEY (accrual_date, account_id, kind, night, generation, contra)
);
CREATE VIEW standing_accrual AS
SELECT * FROM interest_accrual o
 WHERE NOT contra
   AND NOT EXISTS (SELECT FROM interest_accrual c
                    WHERE c.contra AND (c.accrual_date, c.account_id, c.kind, c.night, c.generation)
                                     = (o.accrual_date, o.account_id, o.kind, o.night, o.generation));

-- Interest that became an entry: the period's accruals, rounded once.
CREATE TABLE interest_posting (
    posting_date date           NOT NULL,
    account_id   bigint         NOT NULL,
    kind         text           NOT NULL CHECK (kind IN ('CREDIT', 'DEBIT')),
    period_from  date           NOT NULL,        -- first accrual date in it; the last is the posting date
    value_date   date           NOT NULL,
    amount       numeric(19, 4) NOT NULL,
    entry_id     bigint         NOT NULL UNIQUE REFERENCES account_entry,   -- of a contra row the contra entry
    generation   smallint       NOT NULL,
    contra       boolean        NOT NULL DEFAULT false,
    fence        bigint         NOT NULL,
    PRIMARY KEY (posting_date, account_id, kind, generation, contra)
);
CREATE VIEW standing_posting AS
SELECT * FROM interest_posting o
 WHERE NOT contra
   AND NOT EXISTS (SELECT FROM interest_posting c
                    WHERE c.contra AND (c.posting_date, c.account_id, c.kind, c.generation)
                                     = (o.posting_date, o.account_id, o.kind, o.generation));

-- Accounts that a run could not work with; it has nothing of them, on any of its days. The row stays
-- after the mend, with its date.
CREATE TABLE interest_failure (
    batch_date   date        NOT NULL,
    account_id   bigint      NOT NULL,
    reason       text        NOT NULL,
    what_to_do   text        NOT NULL,
    failed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    generation   smallint    NOT NULL,
    fence        bigint      NOT NULL,
    mended_at    timestamptz,
    mended_fence bigint,
    PRIMARY KEY (batch_date, account_id, generation)
);

-- What a run found when it counted itself, day by day: accounts = accrued + excluded + failed, and what was
-- written equals what the entries say.
CREATE TABLE reconciliation (
    accrual_date     date    NOT NULL,
    product_id       text    NOT NULL,           -- '' where the account has none
    currency         text    NOT NULL,           -- likewise
    accounts         bigint  NOT NULL,
    accrued          bigint  NOT NULL,
    excluded         bigint  NOT NULL,           -- nothing on it, or overdrawn without debit interest
    failed           bigint  NOT NULL,
    principal        numeric NOT NULL,
    accrued_interest numeric NOT NULL,           -- in 1/1603080 of the currency's unit: exact
    expected_interest numeric NOT NULL,
    postings         bigint  NOT NULL,
    posted           numeric NOT NULL,
    expected_posted  numeric NOT NULL,
    generation       smallint NOT NULL,
    fence            bigint  NOT NULL,
    PRIMARY KEY (accrual_date, product_id, currency, generation)
);
