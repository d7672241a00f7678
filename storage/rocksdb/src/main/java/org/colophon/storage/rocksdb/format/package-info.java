// SPDX-License-Identifier: Apache-2.0
/** The durable layout and its number codings. Uses nothing else of the adapter. */
@NullMarked
package org.colophon.storage.rocksdb.format;

import org.jspecify.annotations.NullMarked;
