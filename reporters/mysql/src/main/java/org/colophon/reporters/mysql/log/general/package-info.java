/** Parses the general query log of MySQL and MariaDB. */
package org.colophon.reporters.mysql.log.general;
