/**
 * Starts and stops real database servers for tests and benchmarks, each in its own directory and on
 * its own port.
 */
package org.colophon.testing.servers;
