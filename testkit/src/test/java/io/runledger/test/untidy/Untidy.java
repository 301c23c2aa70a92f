package io.runledger.test.untidy;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.annotation.Autowired;

/** One class for each rule of the house, which it breaks. */
public final class Untidy {

  private Untidy() {}

  /** A field. */
  public static final class Rate {
    final float[] steps = {};
  }

  /** A parameter. */
  public interface Account {
    void pay(Double amount);
  }

  /** A type argument of what is returned. */
  public interface Amounts {
    List<Double> all();
  }

  /** Neither an instant nor a date. */
  public interface Due {
    Date when();
  }

  /** Asks the date of old. */
  public static final class Clock {
    @SuppressWarnings("JavaUtilDate") // what the rule is to find
    static long now() {
      return new Date().getTime();
    }
  }

  /** As close as one may come. */
  public static final class Bridge {
    static Instant through(Instant instant, UnaryOperator<Object> library) {
      return ((Date) library.apply(Date.from(instant))).toInstant();
    }
  }

  /** Nobody can see what it needs. */
  public static final class Needy {
    @Autowired String need;
  }

  /** Says nothing. */
  public interface MoneyHelper {}

  /** Says nothing. */
  public interface BaseMoney {}

  /** Tidy. */
  public interface Based {}
}
