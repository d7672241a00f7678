/**
 * Tells which program is behind a thread id, at the instant at which the thread waits for an
 * answer: the same thread is another program after {@code execve}, and another process once its id
 * was given again.
 */
package org.colophon.reporters.fuse.process;
