// SPDX-License-Identifier: Apache-2.0
/** Removal of old history from a store while it is in use. */
@NullMarked
package org.colophon.core.prune;

import org.jspecify.annotations.NullMarked;
