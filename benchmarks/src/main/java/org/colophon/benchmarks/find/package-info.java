// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of searches. */
@NullMarked
package org.colophon.benchmarks.find;

import org.jspecify.annotations.NullMarked;
