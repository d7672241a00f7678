// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.nio.file.Path;
import org.colophon.core.error.ErrorCode;

/**
 * Location and limits of kept old content.
 *
 * @param directory directory for copies, cleared of an earlier run's files. Cloning works only on
 *     the file system of the source.
 * @param maxFileBytes larger contents are not kept.
 * @param budgetBytes limit of all copies together, including memory.
 * @param inMemoryBytes contents up to this size are kept in memory instead of a file.
 */
public record PreImageConfig(
    Path directory, long maxFileBytes, long budgetBytes, int inMemoryBytes) {
  private static final long DEFAULT_FILE_BYTES = 64L << 20;
  private static final long DEFAULT_BUDGET_BYTES = 512L << 20;
  private static final int DEFAULT_MEMORY_BYTES = 32 << 10;

  /** Validates the sizes. */
  public PreImageConfig {
    if (maxFileBytes < 0 || budgetBytes < 0 || inMemoryBytes < 0) {
      throw ErrorCode.BAD_REQUEST.exception("a limit of kept old content cannot be negative");
    }
  }

  /** Creates limits of 64 MiB per file, 512 MiB in total, and 32 KiB in memory. */
  public static PreImageConfig in(Path directory) {
    return new PreImageConfig(
        directory, DEFAULT_FILE_BYTES, DEFAULT_BUDGET_BYTES, DEFAULT_MEMORY_BYTES);
  }
}
