// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.threads.BackgroundThreads;

/**
 * Settings of the inspection runner.
 *
 * @param directory directory for temporary files, created if missing.
 * @param threads count of threads that inspect in this JVM; one more feeds the worker JVM.
 * @param queueCapacity number of changes that may wait; more are refused.
 * @param workerOptions additional options for the worker JVM.
 * @param backgroundThreads the kernel's background threads.
 */
public record InspectionConfig(
    List<InspectorSpec> inspectors,
    Path directory,
    int threads,
    int queueCapacity,
    List<String> workerOptions,
    BackgroundThreads backgroundThreads) {
  private static final int DEFAULT_THREADS = 1;
  private static final int DEFAULT_QUEUE = 1_024;

  /** Validates the numbers. */
  public InspectionConfig {
    inspectors = List.copyOf(inspectors);
    workerOptions = List.copyOf(workerOptions);
    if (threads < 1 || queueCapacity < 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the options of inspection want at least one thread and one place in the queue");
    }
  }

  /** Creates a configuration with one thread and a queue of 1,024 changes. */
  public static InspectionConfig of(List<InspectorSpec> inspectors, Path directory) {
    return of(inspectors, directory, new BackgroundThreads());
  }

  /** Same as {@link #of(List, Path)}, but with a kernel's background threads. */
  public static InspectionConfig of(
      List<InspectorSpec> inspectors, Path directory, BackgroundThreads threads) {
    return new InspectionConfig(
        inspectors, directory, DEFAULT_THREADS, DEFAULT_QUEUE, List.of(), threads);
  }
}
