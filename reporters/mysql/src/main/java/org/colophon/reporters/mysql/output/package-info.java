/**
 * Passes operations to the kernel in units, with the position behind them and the names of one
 * server.
 */
package org.colophon.reporters.mysql.output;
