/**
 * REST for people and their scripts: thin controllers over {@code operate}, problem details for
 * whatever is refused, and a security of its own. It is there in a servlet application that has
 * Spring MVC and Spring Security.
 */
@NullMarked
package io.runledger.web;

import org.jspecify.annotations.NullMarked;
