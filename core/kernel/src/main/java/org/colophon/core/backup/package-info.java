// SPDX-License-Identifier: Apache-2.0
/** Copies of a store that is being written, and stores made from them. */
@NullMarked
package org.colophon.core.backup;

import org.jspecify.annotations.NullMarked;
