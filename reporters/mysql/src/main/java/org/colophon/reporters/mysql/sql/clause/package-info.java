/**
 * Finds what a statement does by its clauses: which words open a list of tables, which close it,
 * which names are aliases or common table expressions. Follows no grammar to the end, so that what
 * a grammar would refuse is understood as far as it goes.
 */
package org.colophon.reporters.mysql.sql.clause;
