/**
 * Decodes single events of a binary log: statements as text, and rows of tables. Rows are only
 * counted.
 */
package org.colophon.reporters.mysql.binlog.event;
