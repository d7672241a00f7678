// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.SinkOutput;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.inspect.watch.PreImageStore;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
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
import org.colophon.reporters.replay.content.TracedContents;
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
  private static final Logger LOG = System.getLogger(ReplayReporter.class.getName());

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

  /** Description of the option that records written ranges. */
  public static final String RANGES_OPTION =
      "record which process wrote which bytes of each file (slower)";

  /** Maximum time until the event of a call arrives. */
  private static final long LOG_MARGIN_NANOS = 20_000_000;

  private final LineSource source;
  private ProgramLogs logs = ProgramLogs.NONE;
  private List<InspectorSpec> inspectors = List.of();
  private Bytes inspected = Bytes.EMPTY;

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

  /**
   * Sets the inspectors of the files that a command changes. Call it before {@link #run}.
   *
   * @param directory the real path of the directory whose files are inspected, with those below it
   */
  public void setInspectors(List<InspectorSpec> given, Path directory) {
    if (!given.isEmpty() && directory.getNameCount() == 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "inspectors do not work in /, as they copy all files below the working directory first:"
              + " run the command in another directory");
    }
    inspectors = List.copyOf(given);
    inspected = PathBytes.of(directory);
  }

  @Override
  public void run(ReporterContext context) {
    HostProbe probe = source.probe(context.neighbours());
    WantedDigests wanted = source.digests();
    OperationSink direct = context.newSink();
    Path scratch = inspectors.isEmpty() ? null : context.scratch();
    TracedContents contents = scratch == null ? null : contents(context, scratch, probe, direct);
    OperationSink watched = contents == null ? direct : contents;
    ChangeTimes times = wanted == WantedDigests.NONE ? null : new ChangeTimes(watched);
    OperationSink sink = times == null ? watched : times;
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
    replay.setRanges(source.hasRanges());
    if (times != null) {
      BackgroundThreads threads = context.backgroundThreads();
      replay.setDigests(FileDigests.of(wanted, times, probe, threads, source.directory()));
    }
    try {
      if (contents != null) {
        replay.setContents(contents);
        contents.copyFiles();
      }
      source.feed(replay, () -> publish(replay, sink), context.neighbours(), context.files());
      replay.finish();
      if (contents != null) {
        contents.finish();
      }
      if (source.isLive()) {
        replay.reportUntraced();
      }
    } finally {
      gaps = replay.gaps();
      exitStatus = source.exitStatus();
      if (contents != null && scratch != null) {
        contents.close();
        delete(scratch);
      }
      sink.flush();
    }
  }

  private static void delete(Path scratch) {
    try {
      FileTree.delete(scratch);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} has copies of files and could not be deleted: {1}", scratch, e);
    }
  }

  private TracedContents contents(
      ReporterContext context, Path scratch, HostProbe probe, OperationSink sink) {
    return new TracedContents(
        sink,
        probe,
        inspected,
        new PreImageStore(PreImageConfig.in(scratch), FileCloner.NONE),
        Inspections.start(
            InspectionConfig.of(inspectors, scratch, context.backgroundThreads()),
            () -> new SinkOutput(context.newSink())));
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
