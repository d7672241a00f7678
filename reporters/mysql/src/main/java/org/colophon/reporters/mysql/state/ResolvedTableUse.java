package org.colophon.reporters.mysql.state;

import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Use of a table according to the text and the server's report.
 *
 * @param isTemporary whether the name means a temporary table of the session
 * @param isReported whether the server reported it
 */
public record ResolvedTableUse(
    TableName name, Access access, boolean isTemporary, boolean isReported) {}
