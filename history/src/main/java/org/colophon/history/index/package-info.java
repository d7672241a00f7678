// SPDX-License-Identifier: Apache-2.0
/**
 * Copies of the histories of other hosts. Frames come from a shared log, or the hosts send them.
 */
@NullMarked
package org.colophon.history.index;

import org.jspecify.annotations.NullMarked;
