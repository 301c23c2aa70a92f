/** Real servers, pods and the links between them, for one night. */
@NullMarked
package io.runledger.lab.stage;

import org.jspecify.annotations.NullMarked;
