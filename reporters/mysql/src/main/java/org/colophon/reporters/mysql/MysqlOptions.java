package org.colophon.reporters.mysql;

import java.nio.file.Path;
import java.time.ZoneId;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.SecretNames;
import org.colophon.reporters.mysql.sql.clause.NameCase;

/**
 * What is to be read, and how.
 *
 * @param log an absolute path
 * @param server host and port; empty to find out
 * @param zone where times without a zone are
 * @param secrets which columns hold what is masked
 */
record MysqlOptions(
    Path log,
    LogFormat format,
    boolean follows,
    String server,
    Bytes dataFolder,
    boolean isNormalised,
    NameCase nameCase,
    SecretNames secrets,
    ZoneId zone,
    long longestStatement) {}
