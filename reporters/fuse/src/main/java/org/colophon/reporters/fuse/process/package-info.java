/**
 * Maps thread ids to programs while their requests wait. After {@code execve} a thread is another
 * program, and a reused id is another process.
 */
package org.colophon.reporters.fuse.process;
