// SPDX-License-Identifier: Apache-2.0
/** Measures what pruning by each kind of policy removes and preserves. */
@NullMarked
package org.colophon.benchmarks.prune;

import org.jspecify.annotations.NullMarked;
