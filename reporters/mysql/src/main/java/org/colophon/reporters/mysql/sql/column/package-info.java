/**
 * Which columns flow into which, from a parser's tree of the statement. Knows less than the scan of
 * clauses, which decides about tables: a statement that the parser refuses has no columns here.
 */
package org.colophon.reporters.mysql.sql.column;
