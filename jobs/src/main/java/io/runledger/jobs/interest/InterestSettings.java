package io.runledger.jobs.interest;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the accounts are cut up.
 *
 * @param partitions how many workers share the accounts; each takes a connection
 * @param chunkSize how many accounts are in a transaction
 */
@ConfigurationProperties("eod-interest")
record InterestSettings(@DefaultValue("2") int partitions, @DefaultValue("2000") int chunkSize) {

  InterestSettings {
    if (partitions < 1 || chunkSize < 1) {
      throw new IllegalArgumentException(
          "eod-interest.partitions is %d and eod-interest.chunk-size %d; both must be at least 1."
              .formatted(partitions, chunkSize));
    }
  }
}
