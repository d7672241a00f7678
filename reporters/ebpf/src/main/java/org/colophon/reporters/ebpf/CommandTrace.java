// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;
import org.colophon.reporters.replay.LineSource;
import org.colophon.reporters.replay.LiveHostProbe;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.command.CommandPath;
import org.colophon.reporters.replay.command.CpuPlacement;
import org.colophon.reporters.replay.command.SignalForwarder;
import org.colophon.reporters.replay.command.SpawnedProcess;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;
import org.jspecify.annotations.Nullable;

/**
 * The source of a command's system calls, from its first program on. The BPF programs trace the
 * children of the thread that starts the command.
 */
final class CommandTrace implements LineSource {
  private final List<String> words;
  private final EbpfOptions options;
  private final Supplier<? extends EventSource> opener;
  private final EventLoop loop = EventLoop.ofCommand();
  private volatile boolean isStopped;

  /** Null before the start. */
  private volatile @Nullable Process command;

  private volatile int exitStatus;

  /**
   * Creates the source of a command.
   *
   * @param opener opens the source of records; this class closes it when the command has ended
   */
  CommandTrace(List<String> words, EbpfOptions options, Supplier<? extends EventSource> opener) {
    this.words = List.copyOf(words);
    this.options = options;
    this.opener = opener;
  }

  TraceCounts counts() {
    return loop.counts();
  }

  @Override
  public String place() {
    return words.get(0);
  }

  @Override
  public String tool() {
    return "ebpf";
  }

  @Override
  public WantedVariables variables() {
    return options.variables();
  }

  @Override
  public WantedDigests digests() {
    return options.digests();
  }

  @Override
  public boolean hasLookups() {
    return options.hasLookups();
  }

  @Override
  public Bytes directory() {
    return ProcFiles.link("self", "cwd");
  }

  @Override
  public boolean isCommand() {
    return true;
  }

  @Override
  public HostProbe probe(ReporterCoordination neighbours) {
    return new LiveHostProbe("self", true, neighbours, false);
  }

  @Override
  @SuppressWarnings({"try", "FutureReturnValueIgnored"}) // the resources need no calls
  public void feed(
      Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    try (EventSource source = opener.get();
        SignalForwarder signals = SignalForwarder.of(options.forwardsSignals(), this::signal);
        CpuPlacement cpus = CpuPlacement.of(options.cpus())) {
      replay.setTool(source.tool());
      CommandPath.require(words.get(0), status -> exitStatus = status);
      Process started = start(source, cpus.words());
      command = started;
      Thread reader = Thread.currentThread();
      started.onExit().thenRun(() -> LockSupport.unpark(reader)); // it may wait for records
      if (isStopped) {
        signal("TERM");
      }
      try {
        loop.run(source, replay, flush, () -> hasEnded(source, started));
      } finally {
        source.detach(); // after a failure, the command runs to its end without being recorded
        exitStatus = started.waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while tracing", e);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot start " + words.get(0) + ": " + e.getMessage(), e);
    }
  }

  /** Starts the command as a child of this thread, since the BPF programs trace such children. */
  private Process start(EventSource source, List<String> cpus) throws IOException {
    SpawnedProcess.Start start = SpawnedProcess.prepare(cpus, CommandPath.withShell(words));
    TracedProcesses traced =
        TracedProcesses.ofChild(start.programs(), options.isLossy(), options.folds())
            .withEnvironments(!options.variables().isEmpty());
    source.trace(traced);
    Process started = start.start(options.environment());
    source.trace(traced.closed());
    return started;
  }

  private boolean hasEnded(EventSource source, Process started) {
    return !started.isAlive() && (!options.waitsForAll() || source.living() == 0);
  }

  private void signal(String name) {
    Process running = command;
    if (running != null && running.isAlive()) {
      SignalForwarder.send(name, running.pid());
    }
  }

  @Override
  public void stop() {
    isStopped = true;
    signal("TERM");
  }

  @Override
  public int exitStatus() {
    return exitStatus;
  }
}
