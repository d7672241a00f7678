/** Shares the processors between Colophon's threads and the recorded programs. */
package org.colophon.core.threads;
