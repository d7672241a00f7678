/**
 * Starts and stops real database servers, each in a folder of its own and on a port of its own, for
 * tests and benchmarks.
 */
package org.colophon.testing.servers;
