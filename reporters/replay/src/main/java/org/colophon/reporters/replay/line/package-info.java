/** Parses lines of strace output without allocation. */
package org.colophon.reporters.replay.line;
