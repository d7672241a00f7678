/**
 * What a benchmark leaves behind: figures as JSON with the facts of the machine, tables made from
 * them, and the performance page that holds the tables.
 */
package org.colophon.benchmarks.result;
