/** A sink that keeps reported operations, for tests of reporters. */
package org.colophon.testing.reporters;
