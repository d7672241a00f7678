// SPDX-License-Identifier: Apache-2.0
/** Generations of a store: the original and its copies, which continue a common history apart. */
@NullMarked
package org.colophon.core.generation;

import org.jspecify.annotations.NullMarked;
