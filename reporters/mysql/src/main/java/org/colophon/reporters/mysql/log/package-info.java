/**
 * Records of the logs of servers, and what the parsers of these logs share. A parser receives bytes
 * and hands on {@link org.colophon.reporters.mysql.log.LogRecord}s. It reads no file itself.
 */
package org.colophon.reporters.mysql.log;
