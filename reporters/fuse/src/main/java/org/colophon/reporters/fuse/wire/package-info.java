// SPDX-License-Identifier: Apache-2.0
/**
 * Implements Linux's FUSE protocol 7.x of {@code linux/fuse.h} over {@code /dev/fuse}, without
 * libfuse. Requests and replies are in native memory.
 */
@NullMarked
package org.colophon.reporters.fuse.wire;

import org.jspecify.annotations.NullMarked;
