/**
 * Reads the elements of one statement at a cursor over its tokens: names, columns, variables, ids
 * of XA transactions.
 */
package org.colophon.reporters.mysql.sql.cursor;
