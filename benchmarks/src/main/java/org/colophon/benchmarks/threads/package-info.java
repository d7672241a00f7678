/** What the threads of a process take of the processors, by the names that Linux has for them. */
package org.colophon.benchmarks.threads;
