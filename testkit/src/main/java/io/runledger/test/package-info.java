/**
 * What a test of a guarded job needs: real servers, pods as child JVMs, a TCP proxy, a movable
 * clock, and an effects table that shows every double run.
 */
@NullMarked
package io.runledger.test;

import org.jspecify.annotations.NullMarked;
