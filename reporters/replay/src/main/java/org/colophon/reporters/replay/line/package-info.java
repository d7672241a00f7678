// SPDX-License-Identifier: Apache-2.0
/** Parses lines of strace output without allocation. */
@NullMarked
package org.colophon.reporters.replay.line;

import org.jspecify.annotations.NullMarked;
