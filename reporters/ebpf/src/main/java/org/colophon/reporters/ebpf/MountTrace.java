// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.common.proc.ProcessFamily;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;
import org.colophon.reporters.replay.LineSource;
import org.colophon.reporters.replay.LiveHostProbe;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.ReplayTracer;
import org.colophon.reporters.replay.state.HostProbe;

/**
 * Source of the calls of processes that use a mirror of the same kernel, until {@link #stop}. When
 * an untraced process uses the mirror, its {@link ProcessFamily} is traced from then on, with all
 * future children. So data is followed through files outside of the mirror and through pipes.
 *
 * <p>Colophon's own commands are not traced, nor the programs that they start: {@code colophon
 * trace} records its programs itself.
 */
final class MountTrace implements LineSource {
  private static final String COLOPHON = "org.colophon.cli.Main";

  private final EbpfOptions options;
  private final Supplier<KernelProgram> opener;
  private final PollBackoff backoff =
      new PollBackoff(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.MILLISECONDS.toNanos(50));

  /**
   * Creates a source.
   *
   * @param opener loads the BPF programs; this class closes them at the end
   */
  MountTrace(EbpfOptions options, Supplier<KernelProgram> opener) {
    this.options = options;
    this.opener = opener;
  }

  @Override
  public String place() {
    return "users of a mount";
  }

  @Override
  public String tool() {
    return "ebpf";
  }

  @Override
  public boolean hasLookups() {
    return options.hasLookups();
  }

  @Override
  public Bytes directory() {
    return Bytes.of("/");
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
    try (KernelProgram program = opener.get()) {
      program.trace(TracedProcesses.added(options.folds()));
      try (Follower follower = new Follower(program, replay, flush, neighbours)) {
        while (!backoff.isStopped()) {
          if (follower.take() > 0) {
            backoff.reset();
          } else {
            follower.publish();
            backoff.await();
          }
        }
        follower.end();
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read kernel events: " + e.getMessage(), e);
    }
  }

  @Override
  public void stop() {
    backoff.stop();
  }

  @Override
  public int exitStatus() {
    return 0;
  }

  /** Selects the processes, and replays their calls. */
  private static final class Follower extends ReplayTracer implements EventSource.RecordHandler {
    private final KernelProgram program;
    private final EventReplay events;

    /** Threads of Colophon's commands, and of the programs that they started. */
    private final Set<Integer> leftOut = new HashSet<>();

    Follower(
        KernelProgram program, Replay replay, Runnable flush, ReporterCoordination neighbours) {
      super(replay, flush, neighbours, "kernel events");
      this.program = program;
      this.events = new EventReplay(replay);
      join();
    }

    @Override
    protected int replayNext() {
      return program.drain(this);
    }

    @Override
    protected void replayAll() {
      program.ring().drainAll(this);
    }

    @Override
    public void record(ByteBuffer memory, int at, int length) {
      int kind = memory.getInt(at + Head.KIND);
      int task = memory.getInt(at + Head.TID);
      if (kind == Head.EXECUTED && startsColophon(memory, at)) {
        leftOut.add(task);
      }
      boolean isLeftOut = leftOut.contains(task);
      if (isLeftOut && kind == Head.FORKED) {
        leftOut.add((int) memory.getLong(at + Head.RESULT));
      }
      if (kind == Head.EXITED) {
        leftOut.remove(task);
      }
      if (!isLeftOut || kind == Head.EXITED) {
        events.record(memory, at, length);
      }
    }

    private static boolean startsColophon(ByteBuffer memory, int at) {
      byte[] arguments = new byte[memory.getInt(at + Head.FIRST)];
      memory.get(at + Head.BYTES + memory.getInt(at + Head.SECOND), arguments);
      return new String(arguments, StandardCharsets.ISO_8859_1).contains("\0" + COLOPHON + "\0");
    }

    @Override
    public boolean traces(int task) {
      boolean isOpen = reportAll();
      try {
        return isOpen && !leftOut.contains(task) && replay.finder.isKnown(task);
      } finally {
        release();
      }
    }

    @Override
    public boolean followsUsers() {
      return true;
    }

    @Override
    public boolean follow(int task) {
      int pid = ProcFiles.statusNumber(Integer.toString(task), "Tgid");
      boolean isGrowing = pid > 0;
      while (isGrowing) { // until no process has started a child before it was added
        isGrowing = add(ProcessFamily.of(pid, Follower::isColophon));
      }
      return traces(task);
    }

    private static boolean isColophon(int pid) {
      return ProcFiles.arguments(Integer.toString(pid)).contains(Bytes.of(COLOPHON));
    }

    /** Adds processes that no tracer traces. Returns false if there are none. */
    private boolean add(List<Integer> family) {
      List<Integer> free =
          family.stream().filter(pid -> neighbours.otherTracerOf(pid, this) == null).toList();
      boolean isOpen = reportAll();
      try {
        List<Integer> added = free.stream().filter(pid -> isOpen && program.add(pid)).toList();
        replay.setTime(LiveHostProbe.wallClockNanos());
        added.forEach(
            pid -> replay.finder.addRunning(pid, ProcFiles.threads(Integer.toString(pid))));
        return !added.isEmpty();
      } finally {
        release();
      }
    }

    @Override
    public boolean takesStrangers() {
      return false;
    }

    /** Replays the remaining records, which are the last ones. */
    void end() throws IOException {
      close();
      program.detach();
      locked(
          () -> {
            replayAll();
            events.end(program.lost());
          });
    }
  }
}
