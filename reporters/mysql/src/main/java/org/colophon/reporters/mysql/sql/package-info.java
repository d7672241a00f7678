// SPDX-License-Identifier: Apache-2.0
/**
 * Analyzes statements of MySQL and MariaDB for provenance: tables, files, effects on transaction
 * and session, and the text without passwords. A scan of clauses finds the tables, even in
 * statements that a grammar would reject. Statements that differ only in literals are analyzed
 * once.
 */
@NullMarked
package org.colophon.reporters.mysql.sql;

import org.jspecify.annotations.NullMarked;
