/** Processor time of the threads of a process, by their names in Linux. */
package org.colophon.benchmarks.threads;
