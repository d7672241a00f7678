// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the cost and quality of recording inside programs. */
@NullMarked
package org.colophon.benchmarks.inside;

import org.jspecify.annotations.NullMarked;
