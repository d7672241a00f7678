/** Scales the tests that run random rounds. Test code only; never shipped. */
package org.colophon.testing.effort;
