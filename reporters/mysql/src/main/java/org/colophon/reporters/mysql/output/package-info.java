/**
 * Hands operations over to the kernel in units, with the position behind them, under the names of
 * one server.
 */
package org.colophon.reporters.mysql.output;
