// SPDX-License-Identifier: Apache-2.0
/** Coverage-guided fuzzing of the parsers by Jazzer. */
@NullMarked
package org.colophon.benchmarks.fuzz;

import org.jspecify.annotations.NullMarked;
