// SPDX-License-Identifier: Apache-2.0
/**
 * Packs the values of groups: each field of their items becomes a column of differences, and texts
 * become templates with numbers.
 */
@NullMarked
package org.colophon.storage.rocksdb.pack;

import org.jspecify.annotations.NullMarked;
