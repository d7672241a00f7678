/**
 * The kernel's FUSE protocol, spoken over {@code /dev/fuse} without a library in between: requests
 * are read into native memory, handed to the mirror, and answered from native memory. Protocol 7.x
 * as in {@code linux/fuse.h}.
 */
package org.colophon.reporters.fuse.wire;
