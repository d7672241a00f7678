/**
 * Column flow from a parser's tree of a statement. Statements that the parser rejects have no
 * columns here, but tables from the scan of clauses.
 */
package org.colophon.reporters.mysql.sql.column;
