/** What a drill is about: guards, a night's events, and how it came out. */
@NullMarked
package io.runledger.lab.night;

import org.jspecify.annotations.NullMarked;
