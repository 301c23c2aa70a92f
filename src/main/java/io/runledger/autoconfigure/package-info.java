/** Puts the parts together in a Spring Boot application, and leaves the rest of it alone. */
@NullMarked
package io.runledger.autoconfigure;

import org.jspecify.annotations.NullMarked;
