// SPDX-License-Identifier: Apache-2.0
/** Compares questions as of an LSN with those to a store that ended there. */
@NullMarked
package org.colophon.benchmarks.asof;

import org.jspecify.annotations.NullMarked;
