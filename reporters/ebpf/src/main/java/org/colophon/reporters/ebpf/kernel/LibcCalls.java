// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/** Functions of the C library that kernel events need. */
public interface LibcCalls {
  /**
   * Maps a file.
   *
   * @param at the address; 0 lets Linux choose
   * @param unused works around jnr-ffi 2.2.19, which corrupts the sixth of exactly six arguments
   */
  @Nullable Pointer mmap(
      long at, long length, int protection, int flags, int fd, long offset, long unused);

  int munmap(Pointer at, long length);

  long syscall(long number, long a, long b);

  int close(int fd);
}
