package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * A file that a statement reads or writes.
 *
 * @param path as the statement gives it, escapes undone; a relative one begins in the server's data
 *     directory or in that of the current database (INFILE, OUTFILE), or where the client is
 *     (LOCAL)
 */
public record FileUse(Bytes path, FileAccess access) {}
