// SPDX-License-Identifier: Apache-2.0
/** Reads the elements of one statement at a cursor over its tokens: names, columns, variables. */
@NullMarked
package org.colophon.reporters.mysql.sql.cursor;

import org.jspecify.annotations.NullMarked;
