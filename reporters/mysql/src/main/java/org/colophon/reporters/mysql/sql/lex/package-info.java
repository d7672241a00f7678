/** Splits SQL text into tokens and writes its template. */
package org.colophon.reporters.mysql.sql.lex;
