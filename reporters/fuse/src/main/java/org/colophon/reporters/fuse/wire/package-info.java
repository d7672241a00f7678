/**
 * The kernel's FUSE protocol 7.x of {@code linux/fuse.h} over {@code /dev/fuse}, without a library.
 * Requests and replies are in native memory.
 */
package org.colophon.reporters.fuse.wire;
