package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * File that a statement reads or writes.
 *
 * @param path path in the statement without escapes. A relative path is below the server's data
 *     directory or the directory of the current database (INFILE, OUTFILE), or on the client's host
 *     (LOCAL)
 */
public record FileUse(Bytes path, FileAccess access) {}
