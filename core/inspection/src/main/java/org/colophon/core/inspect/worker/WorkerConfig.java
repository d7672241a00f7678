package org.colophon.core.inspect.worker;

import java.nio.file.Path;
import java.util.List;

/**
 * How a worker JVM is started.
 *
 * @param folder where it keeps files of no lasting worth, in a folder of its own
 * @param memoryMebibytes its heap
 * @param options more options for the JVM
 */
public record WorkerConfig(Path folder, int memoryMebibytes, List<String> options) {
  /** Copies the options. */
  public WorkerConfig {
    options = List.copyOf(options);
  }
}
