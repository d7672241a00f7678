// SPDX-License-Identifier: Apache-2.0
/** The read path: decodes groups of facts and keeps them in a cache. Any thread. */
@NullMarked
package org.colophon.storage.rocksdb.read;

import org.jspecify.annotations.NullMarked;
