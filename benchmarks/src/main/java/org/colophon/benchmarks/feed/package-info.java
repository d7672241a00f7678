// SPDX-License-Identifier: Apache-2.0
/** Measures the import of text feeds with annotations. */
@NullMarked
package org.colophon.benchmarks.feed;

import org.jspecify.annotations.NullMarked;
