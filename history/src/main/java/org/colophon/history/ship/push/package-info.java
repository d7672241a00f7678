// SPDX-License-Identifier: Apache-2.0
/** Shipping of a history to another service, without brokers. */
@NullMarked
package org.colophon.history.ship.push;

import org.jspecify.annotations.NullMarked;
