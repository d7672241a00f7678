package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * File that a statement reads or writes.
 *
 * @param path path in the statement without escapes. A relative one starts in the server's data
 *     directory or in that of the current database (INFILE, OUTFILE), or at the client (LOCAL)
 */
public record FileUse(Bytes path, FileAccess access) {}
