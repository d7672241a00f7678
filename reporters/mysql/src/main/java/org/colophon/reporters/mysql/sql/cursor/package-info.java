/** Reads the elements of one statement at a cursor over its tokens: names, columns, variables. */
package org.colophon.reporters.mysql.sql.cursor;
