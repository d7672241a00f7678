// SPDX-License-Identifier: Apache-2.0
/** Splits SQL text into tokens and writes its template. */
@NullMarked
package org.colophon.reporters.mysql.sql.lex;

import org.jspecify.annotations.NullMarked;
