// SPDX-License-Identifier: Apache-2.0
/** Missing and damaged table files: which keys they had, and reads that may need these. */
@NullMarked
package org.colophon.storage.rocksdb.damage;

import org.jspecify.annotations.NullMarked;
