/** The faults, each played against a guard. */
@NullMarked
package io.runledger.lab.drill;

import org.jspecify.annotations.NullMarked;
