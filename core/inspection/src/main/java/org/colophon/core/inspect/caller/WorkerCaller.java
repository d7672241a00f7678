// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.caller;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.worker.WorkerConfig;
import org.colophon.core.inspect.worker.WorkerProcess;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;
import org.jspecify.annotations.Nullable;

/** Calls inspectors in a worker JVM, started on first use and restarted after it died. */
public final class WorkerCaller implements Caller {
  private final WorkerConfig config;
  private final LongAdder starts;
  private volatile @Nullable WorkerProcess worker;

  /**
   * Creates a caller without a worker.
   *
   * @param starts counts the workers that are started
   */
  public WorkerCaller(WorkerConfig config, LongAdder starts) {
    this.config = config;
    this.starts = starts;
  }

  @Override
  public void prepare() throws IOException {
    if (worker == null || !worker.isUsable()) {
      close();
      starts.increment();
      worker = WorkerProcess.start(config);
    }
  }

  @Override
  public List<Finding> call(InspectorSpec spec, Change change) throws IOException {
    WorkerProcess running = Objects.requireNonNull(worker, "call prepare first");
    return running.inspect(spec.name(), spec.options(), change);
  }

  @Override
  public void cancel(Thread caller) {
    WorkerProcess running = worker;
    if (running != null) {
      running.kill();
    }
  }

  @Override
  public boolean mayHang() {
    return false;
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
      worker = null;
    }
  }
}
