/**
 * What runs inside a pod's JVM: the naive runners, written as people write them, and the guarded
 * application. Nothing else of the lab is used there but its words.
 */
@NullMarked
package io.runledger.lab.pod;

import org.jspecify.annotations.NullMarked;
