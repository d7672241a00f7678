/**
 * Effect of a statement: kind, tables, files, transaction and session. It is immutable and without
 * text, so all statements with one template share an instance.
 */
package org.colophon.reporters.mysql.sql.model;
