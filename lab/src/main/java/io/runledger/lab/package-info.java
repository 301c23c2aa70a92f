/** The incident and its kin, replayed with real processes. */
@NullMarked
package io.runledger.lab;

import org.jspecify.annotations.NullMarked;
