// SPDX-License-Identifier: Apache-2.0
/** Reads name events by path and stamp. */
@NullMarked
package org.colophon.storage.rocksdb.names;

import org.jspecify.annotations.NullMarked;
