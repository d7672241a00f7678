/** Benchmarks of the cost and quality of recording inside programs. */
package org.colophon.benchmarks.inside;
