// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

/** Use of Linux's page cache for reads. */
enum CacheMode {
  /** Never used. Every read and write reaches the mirror together with its caller. */
  NONE,
  /**
   * Used while a file is open. A read from the cache does not reach the mirror. So a process counts
   * as a reader until it closes the file.
   */
  KERNEL
}
