// SPDX-License-Identifier: Apache-2.0
/** A service that follows the history of another service. */
@NullMarked
package org.colophon.history.follow;

import org.jspecify.annotations.NullMarked;
