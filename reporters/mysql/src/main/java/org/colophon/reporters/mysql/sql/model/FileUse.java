// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * File that a statement reads or writes.
 *
 * @param path path in the statement, without escapes. A relative path with INFILE or OUTFILE is
 *     below the server's data directory or the directory of the current database. With LOCAL, it is
 *     on the client's host
 */
public record FileUse(Bytes path, FileAccess access) {}
