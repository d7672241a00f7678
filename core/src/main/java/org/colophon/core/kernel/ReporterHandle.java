package org.colophon.core.kernel;

import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;

/** A reporter at work on a thread of its own. Any thread may call this. */
public final class ReporterHandle {
  private final String name;
  private final Reporter reporter;
  private final Thread thread;
  private volatile Throwable failure;

  ReporterHandle(Kernel kernel, String name, Reporter reporter, SinkOptions options) {
    this.name = name;
    this.reporter = reporter;
    ReporterContext context = new Context(kernel, name, options);
    this.thread = new Thread(() -> run(context), "colophon-reporter-" + name);
    thread.setDaemon(true);
  }

  private record Context(Kernel kernel, String name, SinkOptions options)
      implements ReporterContext {
    @Override
    public OperationSink newSink() {
      return kernel.newSink(name, options);
    }

    @Override
    public String hostId() {
      return kernel.host().hostId();
    }

    @Override
    public String bootId() {
      return kernel.host().bootId();
    }
  }

  void start() {
    thread.start();
  }

  private void run(ReporterContext context) {
    try {
      reporter.run(context);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  public String name() {
    return name;
  }

  public boolean isRunning() {
    return thread.isAlive();
  }

  /** Asks the reporter to end; {@link #await} says when it has. */
  public void stop() {
    reporter.stop();
  }

  /** Waits until the reporter has ended, by itself or because it was stopped. */
  public void await() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for reporter " + name, e);
    }
  }

  /** Why the reporter ended, if not because its source did. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
