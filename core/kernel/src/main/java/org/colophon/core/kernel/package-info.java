// SPDX-License-Identifier: Apache-2.0
/**
 * The kernel is the only place that sees every stage. It opens a store, recovers it, and runs ring,
 * naming, suppression and journal. It feeds the storage adapters, and answers for all of them.
 */
@NullMarked
package org.colophon.core.kernel;

import org.jspecify.annotations.NullMarked;
