// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of exports as tables. */
@NullMarked
package org.colophon.benchmarks.tables;

import org.jspecify.annotations.NullMarked;
