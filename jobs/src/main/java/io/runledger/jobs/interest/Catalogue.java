package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.Capitalisation;
import io.runledger.jobs.interest.terms.DayCount;
import io.runledger.jobs.interest.terms.Kind;
import io.runledger.jobs.interest.terms.Product;
import io.runledger.jobs.interest.terms.Rates;
import io.runledger.jobs.interest.terms.Tier;
import io.runledger.jobs.interest.terms.Tiering;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The products with their rates, and the currencies: small, and read once for each step. */
final class Catalogue {

  private final Map<String, Product> products;
  private final Map<String, Integer> minorUnits;

  private Catalogue(Map<String, Product> products, Map<String, Integer> minorUnits) {
    this.products = products;
    this.minorUnits = minorUnits;
  }

  static Catalogue read(JdbcClient jdbc) {
    Map<String, Integer> minorUnits = new HashMap<>();
    jdbc.sql("SELECT code, minor_unit FROM currency")
        .query(
            row -> {
              minorUnits.put(row.getString("code"), row.getInt("minor_unit"));
            });
    return new Catalogue(products(jdbc, rates(jdbc)), minorUnits);
  }

  private static Map<String, Product> products(
      JdbcClient jdbc, Map<String, Map<Kind, Rates>> rates) {
    Map<String, Product> products = new HashMap<>();
    jdbc.sql("SELECT * FROM product")
        .query(
            row -> {
              String id = row.getString("product_id");
              products.put(
                  id,
                  new Product(
                      id,
                      DayCount.of(row.getString("day_count")),
                      Tiering.valueOf(row.getString("tiering")),
                      Capitalisation.valueOf(row.getString("capitalisation")),
                      RoundingMode.valueOf(row.getString("rounding")),
                      row.getBoolean("debit_interest"),
                      rates.getOrDefault(id, Map.of())));
            });
    return products;
  }

  private static Map<String, Map<Kind, Rates>> rates(JdbcClient jdbc) {
    Map<String, Map<Kind, Map<LocalDate, List<Tier>>>> tiers = new HashMap<>();
    jdbc.sql("SELECT product_id, kind, valid_from, above, rate FROM product_rate ORDER BY above")
        .query(
            row -> {
              tiers
                  .computeIfAbsent(row.getString("product_id"), id -> new EnumMap<>(Kind.class))
                  .computeIfAbsent(Kind.valueOf(row.getString("kind")), kind -> new TreeMap<>())
                  .computeIfAbsent(
                      row.getObject("valid_from", LocalDate.class), date -> new ArrayList<>())
                  .add(new Tier(row.getBigDecimal("above"), row.getBigDecimal("rate")));
            });
    Map<String, Map<Kind, Rates>> rates = new HashMap<>();
    tiers.forEach(
        (product, byKind) -> {
          Map<Kind, Rates> ofProduct = new EnumMap<>(Kind.class);
          byKind.forEach((kind, byDate) -> ofProduct.put(kind, new Rates(byDate)));
          rates.put(product, ofProduct);
        });
    return rates;
  }

  /**
   * What the account is worked out by.
   *
   * @throws UnworkableAccountException if it has no product or currency that we know
   */
  Terms termsOf(Account account) throws UnworkableAccountException {
    Product product = known(products, account.productId(), "product");
    return new Terms(product, known(minorUnits, account.currency(), "currency"));
  }

  private static <T> T known(Map<String, T> all, @Nullable String name, String table)
      throws UnworkableAccountException {
    if (name == null) {
      throw new UnworkableAccountException(
          "it has no %s".formatted(table), "Set account.%s.".formatted(column(table)));
    }
    T found = all.get(name);
    if (found == null) {
      throw new UnworkableAccountException(
          "its %s '%s' is unknown".formatted(table, name),
          "Add '%s' to the table %s, or correct account.%s.".formatted(name, table, column(table)));
    }
    return found;
  }

  private static String column(String table) {
    return table.equals("product") ? "product_id" : table;
  }
}
