// SPDX-License-Identifier: Apache-2.0
/**
 * Maps thread ids to programs while their requests wait. After {@code execve}, a thread belongs to
 * another program. A reused id belongs to another process.
 */
@NullMarked
package org.colophon.reporters.fuse.process;

import org.jspecify.annotations.NullMarked;
