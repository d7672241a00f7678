/**
 * Meaning of a statement of MySQL or MariaDB for provenance: tables, files, transaction, session,
 * and its text without passwords. Tables come from a scan of clauses, which also understands
 * statements that a grammar rejects. Statements that differ only in literals are analyzed once.
 */
package org.colophon.reporters.mysql.sql;
