// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of shipping and indexing, and of lineage over several nodes. */
@NullMarked
package org.colophon.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
