// SPDX-License-Identifier: Apache-2.0
/** One database: its options, directory, sessions, tables and failures. */
@NullMarked
package org.colophon.storage.jdbc.database;

import org.jspecify.annotations.NullMarked;
