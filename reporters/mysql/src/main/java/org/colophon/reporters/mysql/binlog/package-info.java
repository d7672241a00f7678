/**
 * Reads row binary logs of MySQL and MariaDB from their files: commits in their order. Independent
 * of other logs and of sessions.
 */
package org.colophon.reporters.mysql.binlog;
