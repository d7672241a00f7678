/**
 * Reports from the logs of MySQL and MariaDB servers which statements and transactions of which
 * user read and wrote which tables and files.
 */
package org.colophon.reporters.mysql;
