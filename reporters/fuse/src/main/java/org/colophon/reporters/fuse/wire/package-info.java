/**
 * Implements Linux's FUSE protocol 7.x of {@code linux/fuse.h} over {@code /dev/fuse}, without
 * libfuse. Requests and replies are in native memory.
 */
package org.colophon.reporters.fuse.wire;
