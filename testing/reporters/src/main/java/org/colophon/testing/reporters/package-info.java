/** Sinks that keep reported operations, for tests of reporters. */
package org.colophon.testing.reporters;
