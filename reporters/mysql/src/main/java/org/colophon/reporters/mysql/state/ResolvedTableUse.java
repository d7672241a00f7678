// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Use of a table, from the text of a statement and the tables that the server reported.
 *
 * @param isTemporary whether the name refers to a temporary table of the session
 * @param isReported whether the server reported the table
 */
public record ResolvedTableUse(
    TableName name, Access access, boolean isTemporary, boolean isReported) {}
