// SPDX-License-Identifier: Apache-2.0
/**
 * Merkle trees as RFC 6962 defines them, and their storage in tiles as c2sp.org/tlog-tiles defines
 * it.
 */
@NullMarked
package org.colophon.history.certified.merkle;

import org.jspecify.annotations.NullMarked;
