package org.colophon.reporters.ebpf;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;
import org.colophon.reporters.strace.LineSource;
import org.colophon.reporters.strace.LiveHostProbe;
import org.colophon.reporters.strace.replay.Replay;
import org.colophon.reporters.strace.replay.state.HostProbe;

/**
 * Processes that run already: one with its threads and future children, or all of the host. The
 * trace ends with the process, or with {@link #stop}.
 */
final class RunningTrace implements LineSource {
  private final long pid;
  private final EbpfOptions options;
  private final KernelProgram program;
  private final EventLoop loop;
  private volatile boolean isStopped;

  /**
   * Creates the source.
   *
   * @param pid 0 for all processes except this one
   * @param program is closed at the end
   */
  RunningTrace(long pid, EbpfOptions options, KernelProgram program) {
    this.pid = pid;
    this.options = options;
    this.program = program;
    this.loop = EventLoop.ofHost(program);
  }

  TraceCounts counts() {
    return loop.counts();
  }

  @Override
  public String place() {
    return pid == 0 ? "this host" : "process " + pid;
  }

  @Override
  public String tool() {
    return "ebpf";
  }

  @Override
  public Bytes directory() {
    return pid == 0 ? Bytes.of("/") : ProcFiles.link(Long.toString(pid), "cwd");
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
    try (program) {
      program.attach(
          pid == 0
              ? TracedProcesses.allExcept(ProcessHandle.current().pid())
              : TracedProcesses.of(pid, options.isLossy()));
      loop.run(replay, flush, this::hasEnded);
    }
  }

  private boolean hasEnded() {
    boolean isOver =
        pid != 0
            && program.counter(KernelProgram.LIVING) == 0
            && !ProcFiles.exists(Long.toString(pid));
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
