package org.colophon.core.inspect.watch;

/** Which file it is, whatever its names: as long as it is open, nothing else has its number. */
public record FileKey(long device, long inode) {}
