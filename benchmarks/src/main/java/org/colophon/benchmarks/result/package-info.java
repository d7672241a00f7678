/**
 * Results of benchmarks: figures as JSON with the facts of the machine, tables made from them, and
 * the performance page with the tables.
 */
package org.colophon.benchmarks.result;
