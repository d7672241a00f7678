package org.colophon.reporters.mysql;

import java.nio.file.Path;
import java.time.ZoneId;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.SecretNames;
import org.colophon.reporters.mysql.sql.model.NameCase;

/**
 * What is to be read, and how.
 *
 * @param log an absolute path, null to read a binary log alone
 * @param binlog the index of a binary log or one of its files, an absolute path; null for none
 * @param server host and port; empty to find out
 * @param socket the server's Unix socket; empty to take what the log says
 * @param sqlMode of a new session
 * @param charset of the clients, until they say another
 * @param zone where times without a zone are
 * @param keepsLiterals whether statements are stored with their literals
 * @param secrets names beside which no literal is stored
 */
record MysqlOptions(
    Path log,
    Path binlog,
    LogFormat format,
    boolean follows,
    String server,
    String socket,
    Bytes dataFolder,
    boolean keepsLiterals,
    NameCase nameCase,
    String sqlMode,
    String charset,
    SecretNames secrets,
    ZoneId zone,
    long longestStatement) {}
