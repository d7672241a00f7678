/** Time to pictures of the explorer in a browser. */
package org.colophon.benchmarks.explorer;
