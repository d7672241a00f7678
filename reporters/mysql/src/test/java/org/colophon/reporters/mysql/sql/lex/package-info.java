// SPDX-License-Identifier: Apache-2.0
/** Tests the lexer, the templates, and the scan for quotes and comments. */
package org.colophon.reporters.mysql.sql.lex;
