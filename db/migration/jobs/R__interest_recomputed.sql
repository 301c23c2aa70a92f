-- Interest once more, from the entries alone and in SQL: what reconcile and verify hold against
-- what the Java code wrote. Set-based; shares nothing with the job but its tables.

-- All bases divide it, so that interest over any of them is a whole number of these parts.
CREATE OR REPLACE FUNCTION interest_parts() RETURNS integer
    LANGUAGE sql IMMUTABLE AS 'SELECT 1603080';        -- lcm(360, 365, 366)

-- How many days the night counts for, by the day count's convention (ISDA 2006, section 4.16).
CREATE OR REPLACE FUNCTION interest_days(day_count text, night date) RETURNS integer
    LANGUAGE sql IMMUTABLE AS $$
SELECT CASE day_count
       WHEN '30E/360' THEN
              360 * (extract(year  FROM night + 1) - extract(year  FROM night))::integer
            +  30 * (extract(month FROM night + 1) - extract(month FROM night))::integer
            + least(30, extract(day FROM night + 1))::integer - least(30, extract(day FROM night))::integer
       ELSE 1 END
$$;

CREATE OR REPLACE FUNCTION interest_basis(day_count text, night date) RETURNS integer
    LANGUAGE sql IMMUTABLE AS $$
SELECT CASE day_count
       WHEN 'ACT/365F' THEN 365
       WHEN 'ACT/ACT'  THEN CASE WHEN extract(day FROM make_date(extract(year FROM night)::integer, 3, 1) - 1) = 29
                                 THEN 366 ELSE 365 END
       ELSE 360 END
$$;

-- Whether an account has to do with any of these days: it bears a night of them, or is closed in them.
CREATE OR REPLACE FUNCTION interest_in_work(opened_on date, closed_on date, first date, last date)
    RETURNS boolean
    LANGUAGE sql IMMUTABLE AS $$
SELECT opened_on <= last AND (closed_on IS NULL OR closed_on >= first)
$$;

-- The first accrual date that a posting on this date has in it.
CREATE OR REPLACE FUNCTION interest_period_start(capitalisation text, posting_date date, opened_on date)
    RETURNS date
    LANGUAGE sql IMMUTABLE AS $$
SELECT CASE capitalisation
       WHEN 'MONTHLY'   THEN date_trunc('month',   posting_date::timestamp)::date
       WHEN 'QUARTERLY' THEN date_trunc('quarter', posting_date::timestamp)::date
       ELSE opened_on END
$$;

CREATE OR REPLACE FUNCTION interest_posting_due(
        capitalisation text, posting_date date, closed_on date) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS $$
SELECT coalesce(closed_on = posting_date, false)
    OR CASE capitalisation
       WHEN 'MONTHLY'   THEN extract(day FROM posting_date + 1) = 1
       WHEN 'QUARTERLY' THEN extract(day FROM posting_date + 1) = 1 AND extract(month FROM posting_date)::integer % 3 = 0
       ELSE false END
$$;

-- Parts to an amount that can be paid. In whole numbers: a quotient of numeric would be rounded
-- once before the rounding.
CREATE OR REPLACE FUNCTION interest_rounded(parts numeric, minor_unit integer, rounding text)
    RETURNS numeric
    LANGUAGE sql IMMUTABLE AS $$
SELECT sign(parts) * (q + CASE WHEN 2 * r > d THEN 1
                               WHEN 2 * r < d THEN 0
                               WHEN rounding = 'HALF_UP' THEN 1
                               ELSE mod(q, 2) END) / 10::numeric ^ minor_unit
  FROM (SELECT div(n, d) AS q, mod(n, d) AS r, d
          FROM (SELECT abs(parts) * 10::numeric ^ minor_unit AS n, interest_parts()::numeric AS d) AS scaled
       ) AS divided
$$;

-- Each accrual that should stand for these accrual dates.
CREATE OR REPLACE FUNCTION interest_recomputed(dates date[])
    RETURNS TABLE (accrual_date date, account_id bigint, kind text, night date,
                   principal numeric, annual_interest numeric, days integer, basis integer)
    LANGUAGE sql STABLE AS $$
WITH asked AS MATERIALIZED (
    SELECT DISTINCT date FROM unnest(dates) AS date
), workable AS MATERIALIZED (
    SELECT a.account_id, a.opened_on, coalesce(a.closed_on, 'infinity') AS closed_on,
           p.product_id, p.day_count, p.tiering, p.debit_interest
      FROM account a JOIN product p USING (product_id) JOIN currency c ON c.code = a.currency
), step AS (
    -- The balance from a date on until the next entry counts.
    SELECT e.account_id, e.counts_from,
           sum(sum(e.amount)) OVER steps AS balance,
           coalesce(lead(e.counts_from) OVER steps, 'infinity') AS until
      FROM account_entry e
     WHERE e.counts_from <= (SELECT max(date) FROM asked)
     GROUP BY e.account_id, e.counts_from
    WINDOW steps AS (PARTITION BY e.account_id ORDER BY e.counts_from)
), own AS (
    SELECT asked.date AS accrual_date, asked.date AS night, s.balance, 1 AS sign, w.*
      FROM step s JOIN workable w USING (account_id)
      JOIN asked ON asked.date >= s.counts_from AND asked.date < s.until
                AND asked.date >= w.opened_on AND asked.date < w.closed_on
), late AS (
    SELECT DISTINCT e.booking_date AS accrual_date, n::date AS night, w.*
      FROM account_entry e JOIN workable w USING (account_id)
      JOIN asked ON asked.date = e.booking_date
     CROSS JOIN LATERAL generate_series(
               greatest(e.value_date, w.opened_on)::timestamp,
               least(e.booking_date - 1, w.closed_on - 1)::timestamp, interval '1 day') AS n
     WHERE e.value_date < e.booking_date AND e.booking_date <= w.closed_on
), late_balance AS (
    -- As it was known the day before, taken back, and as it is known now.
    SELECT l.accrual_date, l.night,
           (SELECT coalesce(sum(e.amount), 0) FROM account_entry e
             WHERE e.account_id = l.account_id
               AND e.value_date <= l.night AND e.booking_date < l.accrual_date + after) AS balance,
           2 * after - 1 AS sign,
           l.account_id, l.opened_on, l.closed_on, l.product_id, l.day_count, l.tiering, l.debit_interest
      FROM late l CROSS JOIN generate_series(0, 1) AS after
), balance AS (
    SELECT * FROM own UNION ALL SELECT * FROM late_balance
), tier AS MATERIALIZED (
    SELECT r.product_id, r.kind, r.valid_from, d.valid_until, r.above, r.rate,
           lead(r.above) OVER (PARTITION BY r.product_id, r.kind, r.valid_from ORDER BY r.above) AS up_to
      FROM product_rate r
      JOIN (SELECT product_id, kind, valid_from,
                   coalesce(lead(valid_from) OVER (PARTITION BY product_id, kind ORDER BY valid_from), 'infinity')
                       AS valid_until
              FROM (SELECT DISTINCT product_id, kind, valid_from FROM product_rate) AS dates) AS d
           USING (product_id, kind, valid_from)
), interest AS (
    SELECT b.accrual_date, b.account_id, t.kind, b.night, b.sign, b.balance, b.day_count,
           sign(b.balance) * sum(t.rate * CASE b.tiering
                WHEN 'MARGINAL' THEN least(abs(b.balance), t.up_to) - t.above      -- least passes over NULL
                WHEN 'WHOLE' THEN CASE WHEN t.up_to IS NULL OR abs(b.balance) <= t.up_to
                                       THEN abs(b.balance) ELSE 0 END
                END) AS annual_interest
      FROM balance b
      JOIN tier t ON t.product_id = b.product_id
                 AND t.kind = CASE WHEN b.balance > 0 THEN 'CREDIT' ELSE 'DEBIT' END
                 AND b.night >= t.valid_from AND b.night < t.valid_until
                 AND abs(b.balance) > t.above
     WHERE (b.balance > 0 OR b.debit_interest) AND abs(b.balance) < 1e15
     GROUP BY b.accrual_date, b.account_id, t.kind, b.night, b.sign, b.balance, b.day_count
)
SELECT accrual_date, account_id, kind, night, sum(sign * balance), sum(sign * annual_interest),
       interest_days(day_count, night), interest_basis(day_count, night)
  FROM interest
 GROUP BY accrual_date, account_id, kind, night, day_count
HAVING accrual_date = night OR sum(sign * balance) <> 0 OR sum(sign * annual_interest) <> 0
$$;

-- The same, as parts: what one row is worth.
CREATE OR REPLACE FUNCTION interest_worth(annual_interest numeric, days integer, basis integer)
    RETURNS numeric
    LANGUAGE sql IMMUTABLE AS 'SELECT annual_interest * (days * (1603080 / basis))';
