package io.runledger.test;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code public.effects}, in which a job under test writes what it did.
 *
 * <p>It has no unique key on purpose: whatever runs twice stands in it twice, where a key would
 * hide the second run behind an error. The job writes by {@link #insert} within its own
 * transaction, the test counts.
 */
public final class EffectsTable {

  private static final String INSERT =
      """
      INSERT INTO public.effects (run, item, written_by) VALUES (?, ?, ?)
      """;

  private static final int NAMED = 10;

  private final JdbcClient jdbc;

  private EffectsTable(DataSource dataSource) {
    jdbc = JdbcClient.create(dataSource);
  }

  /** Creates the table if it is absent. */
  public static EffectsTable create(Database database) {
    return create(database.dataSource());
  }

  /** Creates the table if it is absent. */
  public static EffectsTable create(DataSource dataSource) {
    EffectsTable table = new EffectsTable(dataSource);
    table
        .jdbc
        .sql(
            """
            CREATE TABLE IF NOT EXISTS public.effects (
              run        text   NOT NULL,
              item       bigint NOT NULL,
              written_by text   NOT NULL
            )
            """)
        .update();
    return table;
  }

  /**
   * Writes one effect, in the caller's transaction if it has one.
   *
   * @param run the run it belongs to, in the test's own words
   * @param item which of the run's items was handled, from 1 on
   * @param writtenBy the pod or attempt that did it
   */
  public static void insert(JdbcOperations jdbc, String run, long item, String writtenBy) {
    jdbc.update(INSERT, run, item, writtenBy);
  }

  /**
   * Writes one effect for each item, in one batch and in the caller's transaction if it has one.
   */
  public static void insertAll(
      JdbcOperations jdbc, String run, Collection<Long> items, String writtenBy) {
    List<Object[]> rows = items.stream().map(item -> new Object[] {run, item, writtenBy}).toList();
    jdbc.batchUpdate(INSERT, rows);
  }

  /** How many effects the run has. */
  public long count(String run) {
    return jdbc.sql("SELECT count(*) FROM public.effects WHERE run = ?")
        .param(run)
        .query(Long.class)
        .single();
  }

  /** How many different items the run handled: less than {@link #count} if some were doubled. */
  public long distinct(String run) {
    return jdbc.sql("SELECT count(DISTINCT item) FROM public.effects WHERE run = ?")
        .param(run)
        .query(Long.class)
        .single();
  }

  /** Who wrote effects of the run. */
  public Set<String> writers(String run) {
    return new TreeSet<>(
        jdbc.sql("SELECT DISTINCT written_by FROM public.effects WHERE run = ?")
            .param(run)
            .query(String.class)
            .list());
  }

  /**
   * Asserts that each of the items 1 to n was handled once and nothing else was.
   *
   * @throws AssertionError naming the items that are doubled (and by whom), missing or unexpected
   */
  public void assertOnceEach(String run, long n) {
    List<Deviation> deviations =
        jdbc.sql(
                """
                SELECT item, count(e.written_by) AS times,
                       coalesce(string_agg(e.written_by, ', ' ORDER BY e.written_by), '') AS writers,
                       item BETWEEN 1 AND :n AS expected
                  FROM generate_series(1, :n) AS s (item)
                  FULL JOIN (SELECT item, written_by FROM public.effects WHERE run = :run) AS e
                 USING (item)
                 GROUP BY item
                HAVING count(e.written_by) <> 1 OR NOT item BETWEEN 1 AND :n
                 ORDER BY item
                """)
            .param("run", run)
            .param("n", n)
            .query(
                (row, number) ->
                    new Deviation(
                        row.getLong("item"),
                        row.getLong("times"),
                        row.getString("writers"),
                        row.getBoolean("expected")))
            .list();
    if (!deviations.isEmpty()) {
      throw new AssertionError(
          "run %s should have each of the items 1 to %d once: %s"
              .formatted(run, n, describe(deviations)));
    }
  }

  private static String describe(List<Deviation> deviations) {
    return Stream.of(
            list("doubled", deviations, deviation -> deviation.times() > 1),
            list("missing", deviations, deviation -> deviation.times() == 0),
            list("unexpected", deviations, deviation -> !deviation.isExpected()))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String list(
      String kind, List<Deviation> deviations, Predicate<Deviation> isOfKind) {
    List<Deviation> found = deviations.stream().filter(isOfKind).toList();
    if (found.isEmpty()) {
      return "";
    }
    String items =
        found.stream().limit(NAMED).map(Deviation::toString).collect(Collectors.joining(", "));
    return found.size() + " " + kind + ": " + items + (found.size() > NAMED ? ", ..." : "");
  }

  private record Deviation(long item, long times, String writers, boolean isExpected) {
    @Override
    public String toString() {
      return times == 0 ? "" + item : item + " (" + writers + ")";
    }
  }
}
