/**
 * Effect of a statement: kind, tables, files, transaction, session. Immutable and without text, so
 * that all statements of one template share it.
 */
package org.colophon.reporters.mysql.sql.model;
