// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import java.nio.file.Path;
import java.util.List;

/**
 * Settings for starting a worker JVM.
 *
 * @param directory parent of the worker's directory for temporary files
 * @param memoryMebibytes heap size
 * @param options additional options for the JVM
 */
public record WorkerConfig(Path directory, int memoryMebibytes, List<String> options) {
  /** Copies the options. */
  public WorkerConfig {
    options = List.copyOf(options);
  }
}
