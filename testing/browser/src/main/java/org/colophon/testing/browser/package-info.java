/** Headless browser on the explorer's page, for tests and benchmarks; never shipped. */
package org.colophon.testing.browser;
