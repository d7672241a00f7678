// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.session.ServerAddress;
import org.colophon.reporters.mysql.sql.SqlOptions;

/**
 * Settings of a recorder.
 *
 * @param source key of stored positions.
 * @param server host and port, the first part of table names.
 * @param address address at which clients connect to the server, to recognize traced clients.
 * @param dataDirectory data directory of the server, empty if it is not known.
 * @param keepsLiterals whether statements are stored with their literals.
 * @param sql dialect and name rules of the server.
 */
public record RecorderSettings(
    String source,
    String server,
    ServerAddress address,
    Bytes dataDirectory,
    boolean keepsLiterals,
    SqlOptions sql) {}
