// SPDX-License-Identifier: Apache-2.0
/** Shipping of a history to a shared log. */
@NullMarked
package org.colophon.history.ship;

import org.jspecify.annotations.NullMarked;
