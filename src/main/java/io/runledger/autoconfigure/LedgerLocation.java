package io.runledger.autoconfigure;

import java.util.UUID;

/**
 * The ledger as it was found at start-up.
 *
 * @param id made with the schema; tells ledgers that share a Redis apart
 * @param tablePrefix the prefix of Spring Batch's tables
 */
record LedgerLocation(UUID id, String tablePrefix) {}
