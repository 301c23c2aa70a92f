/**
 * Holes in the ground, shown by experiment: pods that are killed and frozen where it hurts, and
 * servers that lie. Each scenario is red without its cure.
 */
@NullMarked
package io.runledger.holes;

import org.jspecify.annotations.NullMarked;
