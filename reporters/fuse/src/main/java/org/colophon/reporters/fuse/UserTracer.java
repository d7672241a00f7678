// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.common.follow.PollBackoff;
import org.jspecify.annotations.Nullable;

/**
 * Traces the programs that use a mount, with the reporter of kernel events on a thread of its own.
 * That reporter finds the mount through the coordination of reporters.
 */
final class UserTracer implements AutoCloseable {
  private static final Logger LOG = System.getLogger(UserTracer.class.getName());
  private static final String REPORTER = "ebpf";
  private static final Map<String, String> OPTIONS = Map.of("mounts", "true");

  private final Path mount;
  private final Reporter reporter;
  private final Thread thread;
  private volatile @Nullable Throwable failure;
  private volatile boolean isStarted;
  private volatile boolean isStopped;

  private UserTracer(Path mount, Reporter reporter, ReporterContext context) {
    this.mount = mount;
    this.reporter = reporter;
    this.thread = new Thread(() -> run(context), "colophon-fuse-tracer");
    thread.setDaemon(true);
  }

  /**
   * Starts to trace, and waits until users of the mount are traced.
   *
   * @throws ColophonException if kernel events are not available
   */
  static UserTracer start(Path mount, ReporterContext context) {
    Reporter reporter = new PluginLoader<>(ReporterFactory.class).get(REPORTER).create(OPTIONS);
    UserTracer tracer = new UserTracer(mount, reporter, context);
    tracer.thread.start();
    PollBackoff backoff = new PollBackoff();
    while (tracer.isRunning() && !context.neighbours().followsUsers()) {
      backoff.await();
    }
    tracer.rethrow();
    tracer.isStarted = true;
    return tracer;
  }

  private void run(ReporterContext context) {
    try {
      reporter.run(context);
    } catch (RuntimeException | Error e) {
      failure = e;
      LOG.log(Level.DEBUG, "tracing failed", e);
    }
    if (isStarted && !isStopped) {
      LOG.log(Level.WARNING, "{0} no longer traces its programs: {1}", mount, failure);
    }
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  private void rethrow() {
    if (failure instanceof ColophonException known) {
      throw known;
    }
    if (failure != null) {
      throw ErrorCode.KERNEL_FAILED.exception(
          "cannot trace the programs that use the mount: " + failure, failure);
    }
  }

  /** Ends the trace, and waits until its operations are published. */
  @Override
  public void close() {
    isStopped = true;
    reporter.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the thread ends by itself
    }
  }
}
