/** Parses the log of the MariaDB plug-in server_audit. */
package org.colophon.reporters.mysql.log.audit;
