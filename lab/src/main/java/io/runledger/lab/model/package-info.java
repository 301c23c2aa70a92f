/**
 * The protocol in plain Java, small enough to look at every interleaving. Read {@link
 * io.runledger.lab.model.Asking}, {@link io.runledger.lab.model.FencedWrite}, {@link
 * io.runledger.lab.model.Working} and {@link io.runledger.lab.model.Nature}, in this order:
 * together they say what a pod and the world around it may do next, each step under the name of the
 * code that does it. {@link io.runledger.lab.model.Explorer} does all of it, in every order.
 */
@NullMarked
package io.runledger.lab.model;

import org.jspecify.annotations.NullMarked;
