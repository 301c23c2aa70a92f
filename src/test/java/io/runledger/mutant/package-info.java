/**
 * Small breakages of the guard's code, each applied, compiled and caught by a test: what the tests
 * are worth, and not only what they say.
 */
@NullMarked
package io.runledger.mutant;

import org.jspecify.annotations.NullMarked;
