/** One database: its options, directory, sessions, tables and failures. */
@NullMarked
package org.colophon.storage.jdbc.database;

import org.jspecify.annotations.NullMarked;
