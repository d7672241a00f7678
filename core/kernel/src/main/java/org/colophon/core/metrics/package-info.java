/** Counters by which every operation is accounted for. */
package org.colophon.core.metrics;
