-- What the job daily-statement reads and writes: one statement for each account and date.

CREATE TABLE demo_account (
    account_id     bigint         PRIMARY KEY,
    currency       text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    opened_on      date           NOT NULL,
    opened_with    numeric(15, 2) NOT NULL,
    grows_by       numeric(15, 2) NOT NULL      -- each day: the balance of any date is known
);

INSERT INTO demo_account (account_id, currency, opened_on, opened_with, grows_by)
SELECT n,
       (ARRAY['EUR', 'USD', 'VND'])[1 + n % 3],
       date '2020-01-01',
       100 + n % 997,
       (n % 41) / 100.0
  FROM generate_series(1, 5000) AS n;

-- No unique key over account and date, on purpose: nothing but ledger and fence keeps a second
-- statement out, and whoever doubts it counts.
CREATE TABLE demo_statement (
    statement_id   bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id     bigint         NOT NULL REFERENCES demo_account,
    statement_date date           NOT NULL,
    balance        numeric(15, 2) NOT NULL,
    fence          bigint         NOT NULL      -- of the attempt that wrote it
);
CREATE INDEX demo_statement_by_date ON demo_statement (statement_date, account_id);
