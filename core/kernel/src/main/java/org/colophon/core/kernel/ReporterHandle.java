// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.recording.ActiveRecording;
import org.colophon.core.sink.RingSink;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/** A running reporter on a thread of its own. Any thread. */
public final class ReporterHandle {
  /** Maximum time to wait for a reporter whose stop failed. */
  private static final long UNSTOPPED_MILLIS = 2_000;

  private static final Logger LOG = System.getLogger(ReporterHandle.class.getName());

  private final String name;
  private final Reporter reporter;
  private final ActiveRecording recording;
  private final Thread thread;
  private volatile @Nullable Throwable failure;
  private volatile boolean isUnstopped;

  ReporterHandle(Kernel kernel, String name, Reporter reporter, SinkOptions options) {
    this.name = name;
    this.reporter = reporter;
    this.recording = kernel.recordings.newRecording(name, reporter.watchesProcesses());
    Context context = new Context(this, kernel, options, new CopyOnWriteArrayList<>());
    this.thread = new Thread(() -> run(context), "colophon-reporter-" + name);
    thread.setDaemon(true);
  }

  private record Context(
      ReporterHandle handle, Kernel kernel, SinkOptions options, List<RingSink> sinks)
      implements ReporterContext {
    @Override
    public OperationSink newSink() {
      RingSink sink = kernel.newRingSink(handle.name, options);
      sink.whenDeclared(handle.recording::declared);
      handle.recording.began();
      sinks.add(sink);
      return kernel.filtered(sink, options);
    }

    @Override
    public Path scratch() {
      return kernel.scratch(handle.name);
    }

    @Override
    public String hostId() {
      return kernel.host.hostId();
    }

    @Override
    public String bootId() {
      return kernel.host.bootId();
    }

    @Override
    public Bytes position(String source) {
      kernel.reporters.claim(source, handle);
      handle.recording.resumes();
      return kernel.position(source);
    }

    @Override
    public List<PreparedTransaction> preparedTransactions() {
      return kernel.transactions();
    }

    @Override
    public BackgroundThreads backgroundThreads() {
      return kernel.backgroundThreads();
    }

    @Override
    public ReporterCoordination neighbours() {
      return kernel.reporters.coordination;
    }
  }

  void start() {
    thread.start();
  }

  private void run(Context context) {
    BackgroundThreads.Hold hold =
        context.backgroundThreads().holdIf(reporter.blocksTracedPrograms());
    try {
      reporter.run(context);
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      hold.close();
      abandon(context.sinks());
      recording.ended(failure != null && hasReported(context.sinks()));
      context.kernel().reporters.remove(this);
    }
  }

  /** Publishes the records that a reporter buffered before it failed, except an open unit. */
  private void abandon(List<RingSink> sinks) {
    for (RingSink sink : sinks) {
      try {
        sink.abandon();
      } catch (ColophonException e) {
        failed(e);
      }
    }
  }

  private static boolean hasReported(List<RingSink> sinks) {
    return sinks.stream().anyMatch(sink -> sink.lastLsn() != 0);
  }

  private void failed(Throwable cause) {
    if (failure == null) {
      failure = cause;
      LOG.log(Level.DEBUG, "reporter " + name + " failed", cause);
    }
  }

  public String name() {
    return name;
  }

  public boolean isRunning() {
    return thread.isAlive();
  }

  /** Requests the reporter to end; {@link #await} waits for that. */
  public void stop() {
    try {
      reporter.stop();
      isUnstopped = false;
    } catch (RuntimeException | Error e) {
      isUnstopped = true;
      throw e;
    }
  }

  /** Waits until the reporter has ended, by itself or because it was stopped. */
  public void await() {
    await(0);
  }

  /** Waits until a stopped reporter has ended, but not for ever if stopping it failed. */
  void awaitAsStopped() {
    await(isUnstopped ? UNSTOPPED_MILLIS : 0);
    if (isRunning()) {
      LOG.log(Level.WARNING, "reporter {0} could not be stopped; its thread is abandoned", name);
    }
  }

  private void await(long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("waiting for reporter " + name, e);
    }
  }

  /** Returns the cause of the reporter's end, unless its source has ended. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
