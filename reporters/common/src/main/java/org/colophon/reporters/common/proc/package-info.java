// SPDX-License-Identifier: Apache-2.0
/** Reads {@code /proc}. */
@NullMarked
package org.colophon.reporters.common.proc;

import org.jspecify.annotations.NullMarked;
