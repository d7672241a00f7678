// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the explorer in a browser: time until pictures are drawn. */
@NullMarked
package org.colophon.benchmarks.explorer;

import org.jspecify.annotations.NullMarked;
