/**
 * Decodes single events of a binary log: statements as text and rows of tables, which are only
 * counted.
 */
package org.colophon.reporters.mysql.binlog.event;
