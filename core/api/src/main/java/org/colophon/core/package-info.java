// SPDX-License-Identifier: Apache-2.0
/**
 * Core of Colophon: the data model, the contracts of plug-ins, and the kernel. The kernel orders,
 * suppresses and journals reported operations, and delivers them to storage adapters.
 */
@NullMarked
package org.colophon.core;

import org.jspecify.annotations.NullMarked;
