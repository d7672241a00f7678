/**
 * Finds the effect of a statement by its clauses: words that open or close a list of tables,
 * aliases, common table expressions. It follows no complete grammar, so it understands statements
 * that a grammar rejects.
 */
package org.colophon.reporters.mysql.sql.clause;
