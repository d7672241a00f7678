/** Scales the tests that run random rounds. Test code only; never part of what is shipped. */
package org.colophon.testing.effort;
