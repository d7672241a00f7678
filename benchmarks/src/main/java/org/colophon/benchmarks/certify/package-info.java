// SPDX-License-Identifier: Apache-2.0
/** The cost of certification, and the speed of its checks. */
@NullMarked
package org.colophon.benchmarks.certify;

import org.jspecify.annotations.NullMarked;
