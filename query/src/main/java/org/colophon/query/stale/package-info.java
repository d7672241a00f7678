// SPDX-License-Identifier: Apache-2.0
/**
 * Finds outputs whose inputs have changed since they were made. Compares the recorded lineage of an
 * output with later records, and with the disk of this host.
 */
@NullMarked
package org.colophon.query.stale;

import org.jspecify.annotations.NullMarked;
