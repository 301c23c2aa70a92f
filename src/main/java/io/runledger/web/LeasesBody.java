package io.runledger.web;

import io.runledger.operate.LeaseQuery.Lease;
import java.util.List;

/**
 * The leases that somebody has, or had when their pod died.
 *
 * @param items by lock name
 */
record LeasesBody(List<Lease> items) {}
