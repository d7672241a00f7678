/** Tests the parsers of logs. */
package org.colophon.reporters.mysql.log;
