// SPDX-License-Identifier: Apache-2.0
/**
 * Whole-system runs. A workload passes through sink, ring, suppression, journal and fan-out into a
 * store until it is durable. The same workload is loaded into the peers. Then queries run cold and
 * warm, and their answers are checked. Each run is in a separate Java process.
 */
@NullMarked
package org.colophon.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
