/** Counters by which every operation is accounted for. */
@NullMarked
package org.colophon.core.metrics;

import org.jspecify.annotations.NullMarked;
