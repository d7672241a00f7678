// SPDX-License-Identifier: Apache-2.0
/**
 * Test support for storage adapters: histories, the contracts of all adapters, and a wrapper that
 * checks how the kernel uses an adapter. For tests only.
 */
@NullMarked
package org.colophon.testing.contract;

import org.jspecify.annotations.NullMarked;
