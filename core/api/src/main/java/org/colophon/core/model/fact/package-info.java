// SPDX-License-Identifier: Apache-2.0
/** Facts that a store returns. */
@NullMarked
package org.colophon.core.model.fact;

import org.jspecify.annotations.NullMarked;
