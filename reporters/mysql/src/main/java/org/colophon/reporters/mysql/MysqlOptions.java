// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.nio.file.Path;
import java.time.ZoneId;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.SecretNames;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.jspecify.annotations.Nullable;

/**
 * Options of one reporter.
 *
 * @param log an absolute path, null to read only a binary log.
 * @param binlog index of a binary log or one of its files, an absolute path, null for none.
 * @param server host and port of the server, empty to detect them.
 * @param socket Unix socket of the server, empty to use the socket in the log.
 * @param sqlMode SQL mode of a new session.
 * @param charset character set of clients until a statement changes it.
 * @param zone time zone of times that the log writes without one.
 * @param keepsLiterals whether statements are stored with their literals.
 * @param secrets parts of names and texts; a statement with one of them is stored without literals.
 */
record MysqlOptions(
    @Nullable Path log,
    @Nullable Path binlog,
    LogFormat format,
    boolean follows,
    String server,
    String socket,
    Bytes dataDirectory,
    boolean keepsLiterals,
    NameCase nameCase,
    String sqlMode,
    String charset,
    SecretNames secrets,
    ZoneId zone,
    long maxStatementBytes) {}
