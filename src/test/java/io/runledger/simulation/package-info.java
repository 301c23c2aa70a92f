/**
 * Nights of the real guard, launcher, recovery and reconciler on a simulated time: their code runs
 * on real threads, of which one at a time moves, and their statements on the real PostgreSQL, whose
 * clock is the night's. At every wait for the database something may go wrong. The same seed plays
 * the same night.
 *
 * <p>{@link io.runledger.simulation.Night} says what happens, {@link io.runledger.simulation.Turns}
 * who moves, {@link io.runledger.simulation.Wire} what a wait is, and {@link
 * io.runledger.simulation.Promises} what has to hold.
 */
package io.runledger.simulation;
