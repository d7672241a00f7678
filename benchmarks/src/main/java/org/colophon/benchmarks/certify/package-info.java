/** The cost of certification, and the speed of its checks. */
package org.colophon.benchmarks.certify;
