// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the effect of a statement by its clauses: words that start or end a list of tables,
 * aliases, and common table expressions. Needs no complete grammar, so statements that a grammar
 * rejects are also understood.
 */
@NullMarked
package org.colophon.reporters.mysql.sql.clause;

import org.jspecify.annotations.NullMarked;
