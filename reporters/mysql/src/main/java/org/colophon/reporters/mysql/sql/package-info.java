/**
 * Analyzes statements of MySQL and MariaDB for provenance: tables, files, effects on transaction
 * and session, and their text without passwords. A scan of clauses finds the tables, also in
 * statements that a grammar rejects. Statements that differ only in literals are analyzed once.
 */
package org.colophon.reporters.mysql.sql;
