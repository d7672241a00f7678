/**
 * What is said of a statement: its kind, the tables and files it touches, its effect on transaction
 * and session. Immutable, and free of text, so that all statements of one template share it.
 */
package org.colophon.reporters.mysql.sql.model;
