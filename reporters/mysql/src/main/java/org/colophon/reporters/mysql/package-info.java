/**
 * Reports what MySQL and MariaDB servers log: which statements and transactions of which user read
 * and wrote which tables, columns and files.
 */
package org.colophon.reporters.mysql;
