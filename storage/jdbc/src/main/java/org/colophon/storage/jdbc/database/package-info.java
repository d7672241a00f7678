/** One database: its options, directory, sessions, tables and failures. */
package org.colophon.storage.jdbc.database;
