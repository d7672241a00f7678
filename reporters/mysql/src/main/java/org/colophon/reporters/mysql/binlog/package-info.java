/**
 * Reads row binary logs of MySQL and MariaDB from their files: what was committed, in the order of
 * commits. Sees no other log and no session.
 */
package org.colophon.reporters.mysql.binlog;
