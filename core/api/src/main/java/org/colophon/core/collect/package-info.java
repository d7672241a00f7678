// SPDX-License-Identifier: Apache-2.0
/** Collections that several modules use. */
@NullMarked
package org.colophon.core.collect;

import org.jspecify.annotations.NullMarked;
