// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import org.colophon.cli.config.Store;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.state.KernelState;
import org.jspecify.annotations.Nullable;

/** A store that this process has opened. */
final class KernelDestination implements Destination {
  private final Store store;
  private final Kernel kernel;
  private final SinkOptions options;
  private @Nullable SharedStoreHost host;

  KernelDestination(Store store, Kernel kernel, SinkOptions options) {
    this.store = store;
    this.kernel = kernel;
    this.options = options;
  }

  @Override
  public Run start(String name, Reporter reporter) {
    boolean isMirror = name.equals(ServedTrace.MIRROR);
    if (!isMirror || store.shippedTo().isPresent()) { // a mirror and a trace must share a process
      host = SharedStoreHost.offer(store, kernel);
    }
    return new KernelRun(kernel, kernel.attach(name, reporter, options));
  }

  @Override
  public void close() {
    if (host == null) {
      kernel.close();
    } else {
      host.close();
    }
  }

  private record KernelRun(Kernel kernel, ReporterHandle handle) implements Run {
    @Override
    public boolean isRunning() {
      return handle.isRunning();
    }

    @Override
    public long reported() {
      return kernel.status().reported();
    }

    @Override
    public void await() {
      handle.await();
    }

    @Override
    public RecordingSummary finish(long begunNanos) {
      kernel.drain();
      KernelStatus status = kernel.status();
      if (status.state() == KernelState.FAILED) {
        throw ErrorCode.KERNEL_FAILED.exception("recording stopped: " + status.failure());
      }
      handle.failure().ifPresent(Recording::rethrow);
      status.adapters().forEach(KernelRun::refuseIfFailed);
      return RecordingSummary.of(status, System.nanoTime() - begunNanos);
    }

    private static void refuseIfFailed(AdapterStatus adapter) {
      if (adapter.state() == AdapterState.FAILED) {
        throw ErrorCode.ADAPTER_FAILED.exception(
            "adapter %s failed: %s".formatted(adapter.name(), adapter.failure()));
      }
    }
  }
}
