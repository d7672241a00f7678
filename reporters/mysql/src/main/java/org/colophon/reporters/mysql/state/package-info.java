/**
 * The state of one server as far as its log was read: sessions, open transactions, tables, and
 * changes that wait for confirmation. Nothing here interprets a statement.
 */
package org.colophon.reporters.mysql.state;
