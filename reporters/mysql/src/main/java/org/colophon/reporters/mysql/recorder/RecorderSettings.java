package org.colophon.reporters.mysql.recorder;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.session.ServerAddress;
import org.colophon.reporters.mysql.sql.SqlOptions;

/**
 * How the records of a log are recorded.
 *
 * @param source by which name positions are kept
 * @param server host and port of the server, the first part of its tables' names
 * @param address where its clients find it, to join those that others watch
 * @param dataFolder the server's, where relative paths begin; empty if it is not known
 * @param keepsLiterals whether statements are stored with their literals
 * @param sql which server it is, and how it takes names
 */
public record RecorderSettings(
    String source,
    String server,
    ServerAddress address,
    Bytes dataFolder,
    boolean keepsLiterals,
    SqlOptions sql) {}
