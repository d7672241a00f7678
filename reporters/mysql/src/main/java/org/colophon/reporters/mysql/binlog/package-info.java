/**
 * Reads row binary logs of MySQL and MariaDB from their files: what was committed, in the order of
 * commits. Knows nothing of what becomes of it.
 */
package org.colophon.reporters.mysql.binlog;
