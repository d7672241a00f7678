package org.colophon.core.inspect.watch;

/** Identity of a file independent of its names. Its inode cannot be reused while it is open. */
public record FileKey(long device, long inode) {}
