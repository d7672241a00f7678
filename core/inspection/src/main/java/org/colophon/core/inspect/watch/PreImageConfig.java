package org.colophon.core.inspect.watch;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Where old content is kept, and how much of it.
 *
 * @param folder for copies; emptied of what an earlier run left. Blocks can be shared only with
 *     files of the same file system
 * @param maxFileBytes larger contents are not kept
 * @param budgetBytes all copies together, memory included
 * @param inMemoryBytes contents up to this size are kept in memory instead of a file
 */
public record PreImageConfig(Path folder, long maxFileBytes, long budgetBytes, int inMemoryBytes) {
  private static final long DEFAULT_FILE_BYTES = 64L << 20;
  private static final long DEFAULT_BUDGET_BYTES = 512L << 20;
  private static final int DEFAULT_MEMORY_BYTES = 32 << 10;

  /** Checks the sizes. */
  public PreImageConfig {
    if (maxFileBytes < 0 || budgetBytes < 0 || inMemoryBytes < 0) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "how much old content is kept cannot be negative");
    }
  }

  /** 64 MiB a file, 512 MiB together, and 32 KiB as the border to files. */
  public static PreImageConfig in(Path folder) {
    return new PreImageConfig(
        folder, DEFAULT_FILE_BYTES, DEFAULT_BUDGET_BYTES, DEFAULT_MEMORY_BYTES);
  }
}
