/**
 * Decodes single events of a binary log: statements as text, and rows of tables, which are counted
 * and not kept.
 */
package org.colophon.reporters.mysql.binlog.event;
