/**
 * Cost of recording a database from its logs: the response times of a load after TPC-C with each
 * log, read and unread, and the rate of importing a finished log.
 */
package org.colophon.benchmarks.mysql;
