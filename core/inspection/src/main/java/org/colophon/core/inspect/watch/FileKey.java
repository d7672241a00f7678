// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

/**
 * Identity of a file independent of its names. Linux does not reuse an inode while the file is
 * open.
 */
public record FileKey(long device, long inode) {}
