package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.jobs.CommandLine.Said;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The interest job's commands, by processes of the jar. */
class InterestCommandsIT {

  private static final String HEAD =
      "trans_id;account_id;date;type;operation;amount;balance;k_symbol\n";
  private static final String CREDIT = "11;1;950405;credit;credit in cash;365.00;365.00;\n";
  private static final String INTEREST = "12;1;950430;credit;;5.00;370.00;interest credited\n";
  private static final String WITHDRAWAL = "13;2;950406;withdrawal in cash;;10.50;-10.50;\n";

  private final Database database = PostgresServer.shared().newDatabase();
  private @TempDir Path folder;
  @AutoClose private CommandLine commands = new CommandLine(Path.of("."), database);

  @BeforeEach
  void open() {
    commands = new CommandLine(folder, database);
  }

  @Test
  void a_file_is_loaded_whole_or_not_at_all_and_run_and_verified() {
    Said bad = load(HEAD + CREDIT + "13;2;950431;credit;;1.00;;\n").exitsWith(2);
    assertThat(bad.err())
        .contains("transactions.csv, line 3: its date '950431' is no YYMMDD")
        .contains("nothing of the file was loaded");
    assertThat(entries()).isZero();

    JsonNode loaded = load(HEAD + CREDIT + INTEREST + WITHDRAWAL).exitsWith(0).json();
    assertThat(loaded.toString()).isEqualTo("{\"lines\":3,\"interest\":1,\"added\":2,\"known\":0}");
    assertThat(
            load(HEAD + CREDIT + INTEREST + WITHDRAWAL).exitsWith(0).json().path("known").asInt())
        .isEqualTo(2);
    Said changed = load(HEAD + CREDIT.replace("365.00;3", "366.00;3")).exitsWith(2);
    assertThat(changed.err())
        .contains("line 2: its trans_id was imported before with another account, date or amount");

    commands.run("run", "eod-interest", "--date", "1995-04-06").exitsWith(0);
    assertThat(
            database
                .jdbc()
                .sql(
                    "SELECT account_id || ': ' || trim_scale(annual_interest) FROM interest_accrual")
                .query(String.class)
                .list())
        .containsExactly("1: 18.25");
    Said verified = commands.run("verify").exitsWith(0);
    assertThat(verified.out()).contains("JOB", "CHECK", "COMPARED", "BREAKS", "accruals");

    database.jdbc().sql("UPDATE interest_accrual SET annual_interest = 18.26").update();
    Said broken = commands.run("verify", "eod-interest", "--date", "1995-04-06").exitsWith(6);
    assertThat(broken.out())
        .contains(
            "eod-interest, accruals, account 1, CREDIT for the night of 1995-04-06 on 1995-04-06:"
                + " found 365 bears 18.26 x 1/365, expected 365 bears 18.25 x 1/365");
    assertThat(commands.run("verify", "daily-statement").exitsWith(2).err())
        .contains("daily-statement has no Verification bean");

    database
        .jdbc()
        .sql(
            """
            INSERT INTO interest_accrual
            VALUES ('1995-04-07', 9, 'CREDIT', '1995-04-07', 100, 0.05, 5, 1, 365, 1, false, 0)
            """)
        .update();
    assertThat(commands.run("run", "eod-interest", "--date", "1995-04-07").exitsWith(6).err())
        .contains("Reconciliation break: 1995-04-07");
  }

  @Test
  void the_same_seed_makes_the_same_rows() {
    Said generated = commands.run("generate", "--accounts", "500", "--seed", "3", "--json");
    assertThat(generated.exitsWith(0).json().path("accounts").asInt()).isEqualTo(500);
    String rows = rows(database);
    Said again = commands.run("generate", "--accounts", "500", "--seed", "3", "--json");
    assertThat(again.exitsWith(0).json().path("accounts").asInt()).isZero();
    assertThat(commands.run("generate", "--accounts", "500", "--seed", "4").exitsWith(2).err())
        .contains("There are 500 accounts of another generated portfolio; nothing was generated");
    assertThat(rows(database)).isEqualTo(rows);

    Database other = PostgresServer.shared().newDatabase();
    try (CommandLine elsewhere = new CommandLine(folder, other)) {
      elsewhere.run("generate", "--accounts", "500", "--seed", "3").exitsWith(0);
      assertThat(rows(other)).isEqualTo(rows);
    }
  }

  private Said load(String content) {
    try {
      Path file = Files.writeString(folder.resolve("transactions.csv"), content);
      return commands.run("import-pkdd99", file.toString(), "--json");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private long entries() {
    return database.jdbc().sql("SELECT count(*) FROM account_entry").query(Long.class).single();
  }

  private static String rows(Database database) {
    return database
        .jdbc()
        .sql(
            """
            SELECT (SELECT md5(string_agg(a::text, '|' ORDER BY account_id)) FROM account a)
                || (SELECT md5(string_agg((account_id, value_date, booking_date, amount, reference)::text, '|'
                                          ORDER BY reference)) FROM account_entry)
            """)
        .query(String.class)
        .single();
  }
}
