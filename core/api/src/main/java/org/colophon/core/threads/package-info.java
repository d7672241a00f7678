// SPDX-License-Identifier: Apache-2.0
/** Shares the processors between Colophon's threads and the recorded programs. */
@NullMarked
package org.colophon.core.threads;

import org.jspecify.annotations.NullMarked;
