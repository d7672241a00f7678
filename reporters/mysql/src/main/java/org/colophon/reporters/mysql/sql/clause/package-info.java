/**
 * Finds the effect of a statement by its clauses: words that begin or end a list of tables,
 * aliases, and common table expressions. Uses no complete grammar, so it also understands
 * statements that a grammar rejects.
 */
package org.colophon.reporters.mysql.sql.clause;
