/**
 * What recording a database from its logs costs: the response times of a load like TPC-C's with
 * each log, read and unread, and how fast a finished log is taken in.
 */
package org.colophon.benchmarks.mysql;
