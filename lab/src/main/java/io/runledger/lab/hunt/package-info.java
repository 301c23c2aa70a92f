/**
 * Hunts: pods, random faults and people for as long as one likes, and a checker over what the
 * database holds afterwards.
 */
@NullMarked
package io.runledger.lab.hunt;

import org.jspecify.annotations.NullMarked;
