// SPDX-License-Identifier: Apache-2.0
/** The write path: buffers records and seals them as one atomic batch. One thread. */
@NullMarked
package org.colophon.storage.rocksdb.encode;

import org.jspecify.annotations.NullMarked;
