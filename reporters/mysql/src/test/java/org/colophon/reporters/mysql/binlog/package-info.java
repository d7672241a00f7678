/** Tests on logs that real servers wrote, and on damaged ones. */
package org.colophon.reporters.mysql.binlog;
