/** Takes SQL text apart into tokens, byte by byte, and writes its template as it goes. */
package org.colophon.reporters.mysql.sql.lex;
