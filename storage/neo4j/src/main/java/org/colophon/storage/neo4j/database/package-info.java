// SPDX-License-Identifier: Apache-2.0
/** One embedded database: its options, directory, lock, schema, vocabulary and failures. */
@NullMarked
package org.colophon.storage.neo4j.database;

import org.jspecify.annotations.NullMarked;
