package org.colophon.reporters.mysql.state;

import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * How a statement touches a table, text and server's word put together.
 *
 * @param isTemporary whether the name means a temporary table of the session
 * @param isTold whether the server said so
 */
public record ResolvedTableUse(
    TableName name, Access access, boolean isTemporary, boolean isTold) {}
