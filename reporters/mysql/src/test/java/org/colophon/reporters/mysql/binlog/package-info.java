/** Tests on logs of real servers and on damaged ones. */
package org.colophon.reporters.mysql.binlog;
