// SPDX-License-Identifier: Apache-2.0
/** Checks of a store for damage, without a lock and without changes. */
@NullMarked
package org.colophon.core.verify;

import org.jspecify.annotations.NullMarked;
