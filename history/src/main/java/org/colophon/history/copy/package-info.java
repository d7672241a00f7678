// SPDX-License-Identifier: Apache-2.0
/** A copy of a history: its state, its settings, and the thread that keeps it current. */
@NullMarked
package org.colophon.history.copy;

import org.jspecify.annotations.NullMarked;
