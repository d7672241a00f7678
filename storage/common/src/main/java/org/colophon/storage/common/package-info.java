// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that several storage adapters share: store directories and their locks, checked options,
 * times of LSNs, and names resolved from stored events. Depends on {@code core} only.
 */
@NullMarked
package org.colophon.storage.common;

import org.jspecify.annotations.NullMarked;
