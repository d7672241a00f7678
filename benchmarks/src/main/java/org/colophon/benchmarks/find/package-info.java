/** Benchmarks of searches. */
@NullMarked
package org.colophon.benchmarks.find;

import org.jspecify.annotations.NullMarked;
