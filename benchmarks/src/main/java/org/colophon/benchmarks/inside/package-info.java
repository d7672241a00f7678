/** Cost and quality of what is recorded inside programs. */
package org.colophon.benchmarks.inside;
