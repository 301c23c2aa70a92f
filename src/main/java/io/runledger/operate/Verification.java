package io.runledger.operate;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves from the database alone that what a job wrote is what it should have written, and that the
 * ledger agrees. A job has at most one, as a bean; {@code verify} asks it.
 */
public interface Verification {

  /** The job whose effects it looks at. */
  String job();

  /**
   * Looks, and changes nothing.
   *
   * @param date the batch date to look at; null for all that the ledger knows
   * @return one check after the other
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  List<Check> verify(@Nullable LocalDate date);

  /**
   * One thing that was held against another.
   *
   * @param name what was compared
   * @param compared how many were
   * @param breaks those that do not agree; at most as many as a person reads
   * @param broken how many do not agree
   */
  record Check(String name, long compared, long broken, List<Break> breaks) {

    public Check {
      breaks = List.copyOf(breaks);
    }
  }

  /**
   * Something that is not as it should be.
   *
   * @param of what it is, an account say
   * @param date the date it stands under
   * @param found what is there
   * @param expected what should be
   */
  record Break(String of, LocalDate date, String found, String expected) {}
}
