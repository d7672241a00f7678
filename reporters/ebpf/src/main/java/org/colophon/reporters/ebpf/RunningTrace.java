// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.nio.file.Path;
import java.util.function.Supplier;
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
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;

/**
 * Source of the calls of running processes: a process with its threads and future children, the
 * processes of a control group, or all processes of the host. The trace ends with the process, or
 * by {@link #stop}.
 */
final class RunningTrace implements LineSource {
  private final String place;
  private final long pid;
  private final TracedProcesses traced;
  private final EbpfOptions options;
  private final Supplier<? extends EventSource> opener;
  private final EventLoop loop = EventLoop.ofHost();
  private volatile boolean isStopped;

  private RunningTrace(
      String place,
      long pid,
      TracedProcesses traced,
      EbpfOptions options,
      Supplier<? extends EventSource> opener) {
    this.place = place;
    this.pid = pid;
    this.options = options;
    this.traced = traced.withEnvironments(!options.variables().isEmpty());
    this.opener = opener;
  }

  /**
   * Creates the source of a process.
   *
   * @param opener opens the source of records; this class closes it at the end
   */
  static RunningTrace ofProcess(
      long pid, EbpfOptions options, Supplier<? extends EventSource> opener) {
    return new RunningTrace(
        "process " + pid,
        pid,
        TracedProcesses.of(pid, options.isLossy(), options.folds()),
        options,
        opener);
  }

  /** Creates the source of all processes of a control group, by its directory and id. */
  static RunningTrace ofCgroup(
      Path directory, long id, EbpfOptions options, Supplier<? extends EventSource> opener) {
    return new RunningTrace(
        directory.toString(),
        0,
        TracedProcesses.ofCgroup(id, options.isLossy(), options.folds()),
        options,
        opener);
  }

  /** Creates the source of all processes of the host except this one. */
  static RunningTrace ofHost(EbpfOptions options, Supplier<? extends EventSource> opener) {
    return new RunningTrace(
        "this host", 0, TracedProcesses.allOthers(options.folds()), options, opener);
  }

  TraceCounts counts() {
    return loop.counts();
  }

  @Override
  public String place() {
    return place;
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
    return pid == 0 ? Bytes.EMPTY : ProcFiles.link(Long.toString(pid), "cwd");
  }

  @Override
  public boolean isCommand() {
    return false;
  }

  @Override
  public HostProbe probe(ReporterCoordination neighbours) {
    return new LiveHostProbe("self", false, neighbours, false);
  }

  @Override
  public void feed(
      Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    try (EventSource source = opener.get()) {
      source.trace(traced);
      loop.run(source, replay, flush, () -> hasEnded(source));
    }
  }

  private boolean hasEnded(EventSource source) {
    boolean isOver = pid != 0 && source.living() == 0 && !ProcFiles.exists(Long.toString(pid));
    return isStopped || isOver;
  }

  @Override
  public void stop() {
    isStopped = true;
    loop.stop();
  }

  @Override
  public int exitStatus() {
    return 0;
  }
}
