/** Benchmarks of the explorer in a browser: time until pictures are drawn. */
package org.colophon.benchmarks.explorer;
