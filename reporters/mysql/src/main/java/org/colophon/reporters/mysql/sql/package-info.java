/**
 * What a statement of MySQL or MariaDB means for provenance: the tables and files that it reads and
 * writes, what it does to its transaction and its session, and its text without passwords. Tables
 * come from a scan of clauses over a lexer, which understands what no grammar does; statements that
 * differ in literals alone are understood once.
 */
package org.colophon.reporters.mysql.sql;
