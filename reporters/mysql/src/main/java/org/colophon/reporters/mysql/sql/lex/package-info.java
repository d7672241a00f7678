/** Lexer and template writer for SQL text, byte by byte. */
package org.colophon.reporters.mysql.sql.lex;
