/** Tests of the lexer, the templates and the scan for quotes. */
package org.colophon.reporters.mysql.sql.lex;
