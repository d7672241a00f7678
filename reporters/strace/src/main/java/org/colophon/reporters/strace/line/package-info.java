/**
 * Takes lines of strace output apart, byte by byte, without making objects. Knows nothing of what
 * the calls mean; {@code org.colophon.reporters.strace.replay} does.
 */
package org.colophon.reporters.strace.line;
