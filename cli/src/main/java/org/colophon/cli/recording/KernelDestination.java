package org.colophon.cli.recording;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelState;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.spi.reporter.Reporter;

/** A store that this process has for itself. */
final class KernelDestination implements Destination {
  private final Kernel kernel;
  private final SinkOptions options;

  KernelDestination(Kernel kernel, SinkOptions options) {
    this.kernel = kernel;
    this.options = options;
  }

  @Override
  public Run start(String name, Reporter reporter) {
    return new KernelRun(kernel, kernel.attach(name, reporter, options));
  }

  @Override
  public void close() {
    kernel.close();
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
        throw new ColophonException(
            ErrorCode.KERNEL_FAILED, "recording stopped: " + status.failure());
      }
      handle.failure().ifPresent(Recording::rethrow);
      status.adapters().forEach(KernelRun::refuseIfFailed);
      return RecordingSummary.of(status, System.nanoTime() - begunNanos);
    }

    private static void refuseIfFailed(AdapterStatus adapter) {
      if (adapter.state() == AdapterState.FAILED) {
        throw new ColophonException(
            ErrorCode.ADAPTER_FAILED,
            "adapter %s failed: %s".formatted(adapter.name(), adapter.failure()));
      }
    }
  }
}
