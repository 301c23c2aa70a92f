package io.runledger.jobs.portfolio;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** A file of PKDD'99 transactions: one head line, then one transaction a line. */
final class TransactionFile {

  private final Path file;

  TransactionFile(Path file) {
    this.file = file;
  }

  /**
   * Hands over each transaction with the number of its line, in the file's order.
   *
   * @throws IllegalArgumentException naming the file, and the line that is not as it should be
   */
  void forEach(BiConsumer<Integer, Transaction> consumer) {
    Map<Long, Integer> seen = new HashMap<>();
    int number = 1;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      if (!Transaction.HEAD.equals(lines.readLine())) {
        throw refused(1, "it is not the head '%s'".formatted(Transaction.HEAD));
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        Transaction transaction = read(number, line);
        Integer before = seen.putIfAbsent(transaction.id(), number);
        if (before != null) {
          throw refused(
              number,
              "its trans_id %d stands on line %d already".formatted(transaction.id(), before));
        }
        consumer.accept(number, transaction);
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "There is no file %s; nothing was loaded.".formatted(file), e);
    } catch (CharacterCodingException e) {
      throw refused(number + 1, "it is not in UTF-8");
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read; nothing was loaded.".formatted(file), e);
    }
  }

  private Transaction read(int number, String line) {
    try {
      return Transaction.of(line);
    } catch (IllegalArgumentException e) {
      throw refused(number, String.valueOf(e.getMessage()));
    }
  }

  IllegalArgumentException refused(int line, String why) {
    return new IllegalArgumentException(
        "%s, line %d: %s; nothing of the file was loaded. Correct the line, and import the file again."
            .formatted(file, line, why));
  }
}
