// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.command.CommandPath;
import org.colophon.reporters.replay.content.ChangeTimes;
import org.colophon.reporters.replay.content.FileDigests;
import org.colophon.reporters.replay.state.HostProbe;

/**
 * Reports operations of processes from the lines of a source, such as the output of strace or
 * events of the kernel.
 *
 * <p>A command inherits the environment, the working directory and the standard streams. From the
 * launcher, it also inherits all other descriptors. {@link #exitStatus} returns its status. The
 * trace ends with the command. {@link #stop} sends SIGTERM to a command, which cannot continue
 * without its tracer, and detaches from an attached process.
 *
 * <p>{@code run} throws TOOL_MISSING without the tool of the source, NOT_PERMITTED if Linux forbids
 * tracing, and NOT_FOUND for an unknown command, process or file.
 */
public final class ReplayReporter implements Reporter, IntSupplier {
  /** Exit status of shells for an unknown command. */
  public static final int NOT_FOUND_STATUS = CommandPath.NOT_FOUND_STATUS;

  /** Exit status of shells for a command that is not executable. */
  public static final int NOT_EXECUTABLE_STATUS = CommandPath.NOT_EXECUTABLE_STATUS;

  /** Description of the option that selects environment variables. */
  public static final String VARIABLES_OPTION =
      "record variables of programs with these names, such as PATH,LC_*; * for all";

  /** Description of the option that selects the files that get digests. */
  public static final String DIGESTS_OPTION =
      "attach digests of contents to files at the end: all, outputs or none";

  /** Description of the option that records lookups. */
  public static final String LOOKUPS_OPTION =
      "record directory listings, and paths without a file, as inputs";

  /** Maximum time until the event of a call arrives. */
  private static final long LOG_MARGIN_NANOS = 20_000_000;

  private final LineSource source;
  private ProgramLogs logs = ProgramLogs.NONE;

  /** Last time at which all available lines were read; 0 before the first. */
  private long idleNanos;

  private volatile int exitStatus;
  private volatile long gaps;

  /** Prepares a reporter of the lines of a source. */
  public ReplayReporter(LineSource source) {
    this.source = source;
  }

  /** Sets logs of traced programs to read as well. Call it before {@link #run}. */
  public void setLogs(ProgramLogs given) {
    logs = given;
  }

  @Override
  public void run(ReporterContext context) {
    HostProbe probe = source.probe(context.neighbours());
    WantedDigests wanted = source.digests();
    OperationSink direct = context.newSink();
    ChangeTimes times = wanted == WantedDigests.NONE ? null : new ChangeTimes(direct);
    OperationSink sink = times == null ? direct : times;
    ReplaySettings settings =
        new ReplaySettings(
            context.hostId(),
            context.bootId(),
            source.place(),
            source.directory(),
            source.isCommand(),
            LiveHostProbe.wallClockNanos(),
            probe);
    Replay replay = new Replay(sink, settings);
    replay.setTool(source.tool());
    replay.setLogs(logs);
    replay.setVariables(source.variables());
    replay.setLookups(source.hasLookups());
    if (times != null) {
      BackgroundThreads threads = context.backgroundThreads();
      replay.setDigests(FileDigests.of(wanted, times, probe, threads, source.directory()));
    }
    try {
      source.feed(replay, () -> publish(replay, sink), context.neighbours(), context.files());
      replay.finish();
      if (source.isLive()) {
        replay.reportUntraced();
      }
    } finally {
      gaps = replay.gaps();
      exitStatus = source.exitStatus();
      sink.flush();
    }
  }

  /**
   * Publishes when all available lines are read. All lines from before the previous call have been
   * replayed by now, so logs may be read up to shortly before that call.
   */
  private void publish(Replay replay, OperationSink sink) {
    if (logs != ProgramLogs.NONE) {
      replay.advanceLogs(idleNanos - LOG_MARGIN_NANOS);
      idleNanos = LiveHostProbe.wallClockNanos();
    }
    sink.flush();
  }

  /**
   * Runs the command without reporting. Another reporter reads the lines. Throws the same
   * exceptions as {@link #run}.
   *
   * @param output an existing empty file
   */
  public void runInto(Path output) {
    try {
      source.runInto(output);
    } finally {
      exitStatus = source.exitStatus();
    }
  }

  @Override
  public void stop() {
    source.stop();
  }

  @Override
  public boolean watchesProcesses() {
    return source.isLive();
  }

  /**
   * Returns the command's exit status, 128 + n after signal n, or {@link #NOT_FOUND_STATUS}. Valid
   * once {@link #run} has returned or thrown.
   */
  public int exitStatus() {
    return exitStatus;
  }

  /** Returns the number of recorded gaps. Valid once {@link #run} has returned or thrown. */
  public long gaps() {
    return gaps;
  }

  /** Returns {@link #exitStatus}, for callers that do not know this class. */
  @Override
  public int getAsInt() {
    return exitStatus;
  }
}
