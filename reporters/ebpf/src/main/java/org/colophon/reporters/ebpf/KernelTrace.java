package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.strace.LineSource;
import org.colophon.reporters.strace.LiveHostProbe;
import org.colophon.reporters.strace.command.CommandPath;
import org.colophon.reporters.strace.command.SignalForwarder;
import org.colophon.reporters.strace.replay.Replay;
import org.colophon.reporters.strace.replay.state.HostProbe;

/**
 * A command whose system calls the kernel records. It starts stopped, enters the tree of recorded
 * processes, and continues when the programs are attached.
 */
final class KernelTrace implements LineSource {
  private static final Path INITIAL_PIDS = Path.of("/proc/self/ns/pid");
  private static final String INITIAL_PIDS_NAME = "pid:[4026531836]";
  private static final long MIN_WAIT_NANOS = 200_000;
  private static final long MAX_WAIT_NANOS = 1_000_000;

  private final List<String> words;
  private final boolean forwardsSignals;
  private final int ringBytes;
  private volatile boolean isStopped;
  private volatile StoppedCommand command;
  private volatile int exitStatus;
  private volatile TraceCounts counts = new TraceCounts(0, 0, 0);

  KernelTrace(List<String> words, boolean forwardsSignals, int ringBytes) {
    this.words = List.copyOf(words);
    this.forwardsSignals = forwardsSignals;
    this.ringBytes = ringBytes;
  }

  /** Returns the final counts of records. */
  TraceCounts counts() {
    return counts;
  }

  @Override
  public String place() {
    return words.get(0);
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
  @SuppressWarnings("try") // the forwarder needs no calls
  public void feed(
      Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files) {
    CommandPath.require(words.get(0), status -> exitStatus = status);
    checkNamespace();
    Path object = ObjectBuilder.standard().build();
    try (KernelProgram program = KernelProgram.load(object, ringBytes);
        SignalForwarder signals = SignalForwarder.of(forwardsSignals, this::signal)) {
      StoppedCommand started = StoppedCommand.start(words);
      command = started;
      attach(program, started);
      record(program, started, replay, flush);
      exitStatus = started.await();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot start " + words.get(0) + ": " + e.getMessage(), e);
    }
  }

  private static void checkNamespace() {
    try {
      if (!Files.readSymbolicLink(INITIAL_PIDS).toString().equals(INITIAL_PIDS_NAME)) {
        throw new ColophonException(
            ErrorCode.NOT_PERMITTED,
            "kernel events name processes by the host's ids, which differ in this container;"
                + " trace --with strace");
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + INITIAL_PIDS, e);
    }
  }

  private void attach(KernelProgram program, StoppedCommand started) {
    boolean isAttached = false;
    try {
      program.follow(started.pid());
      program.attach();
      isAttached = true;
    } finally {
      if (!isAttached) {
        started.signal("KILL");
      }
    }
    started.signal(isStopped ? "KILL" : "CONT");
  }

  private void record(
      KernelProgram program, StoppedCommand started, Replay replay, Runnable flush) {
    EventLines lines = new EventLines(replay);
    PollBackoff backoff = new PollBackoff(MIN_WAIT_NANOS, MAX_WAIT_NANOS);
    boolean isLast = false;
    while (true) {
      replay.setTime(LiveHostProbe.wallClockNanos());
      if (program.ring().drain(lines) > 0) {
        backoff.reset();
      } else if (isLast) {
        break;
      } else {
        isLast = !started.isAlive();
        flush.run();
        if (!isLast) {
          backoff.await();
        } else {
          program.detach();
        }
      }
    }
    lines.finish();
    long lost = program.counter(KernelProgram.LOST);
    if (lost > lines.reportedLost()) {
      replay.lost(0, lost - lines.reportedLost());
    }
    counts =
        new TraceCounts(program.counter(KernelProgram.EMITTED), program.ring().consumed(), lost);
  }

  private void signal(String name) {
    StoppedCommand running = command;
    if (running != null && running.isAlive()) {
      running.signal(name);
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
