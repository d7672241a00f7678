// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A question about performance, and the experiments that answer it. A subclass is a command of
 * {@code ./colophon bench}: its {@code Command} annotation has the name and the question, its
 * fields are the options. The {@link Runner} calls the methods in this order: {@link #prepare()},
 * {@link #experiments}, {@link #check} after each experiment, {@link #cleanUp}. One thread.
 */
@Command(mixinStandardHelpOptions = true, showDefaultValues = true)
public abstract class Scenario implements Runnable {
  @Mixin private Runner runner;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Path directory;

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();

  /** Measures and publishes all experiments. */
  @Override
  public final void run() {
    runner.run(this);
  }

  /** Returns the runner, which has the options of every scenario. */
  protected final Runner runner() {
    return runner;
  }

  /** Prepares in a directory, which is empty and is deleted after success. */
  public final void prepare(Path scratch) throws Exception {
    directory = scratch;
    prepare();
  }

  /** Returns the directory for stores and other files. */
  protected final Path directory() {
    return directory;
  }

  /** Prepares what all experiments need. Not measured. */
  protected void prepare() throws Exception {}

  /** Returns the experiments. Each is measured and published before the next one begins. */
  protected abstract List<Experiment> experiments() throws Exception;

  /** Throws an exception if an experiment left a wrong state. Its result is not published then. */
  protected void check() throws Exception {}

  /** Registers a resource for {@link #cleanUp}, and returns it. */
  protected final <T extends AutoCloseable> T owned(T resource) {
    owned.push(resource);
    return resource;
  }

  /** Closes all resources, the newest first, also after a failure. */
  public final void cleanUp() throws Exception {
    if (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } finally {
        cleanUp();
      }
    }
  }
}
