/** What all nights together come to: as text, as JSON, as a page and as a picture. */
@NullMarked
package io.runledger.lab.report;

import org.jspecify.annotations.NullMarked;
