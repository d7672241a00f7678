package org.colophon.reporters.strace;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.strace.command.CommandPath;
import org.colophon.reporters.strace.command.CpuPlacement;
import org.colophon.reporters.strace.command.Privileges;
import org.colophon.reporters.strace.replay.Replay;
import org.colophon.reporters.strace.replay.call.ReplaySettings;
import org.colophon.reporters.strace.replay.content.WantedVariables;

/**
 * Reports operations of processes from the output of strace for a command or a running process, or
 * from saved output.
 *
 * <p>A command inherits the environment, the working directory and the standard streams. From the
 * launcher, it also inherits all other descriptors. {@link #exitStatus} returns its status. The
 * trace ends with the command. With {@link Builder#forwardSignals} the caller survives SIGINT and
 * SIGQUIT, and forwards SIGTERM and SIGHUP, until {@link #run} returns. {@link #stop} sends SIGTERM
 * to a command, which cannot continue without its tracer, and detaches from an attached process.
 *
 * <p>{@code run} throws TOOL_MISSING without strace, NOT_PERMITTED if Linux forbids tracing, and
 * NOT_FOUND for an unknown command, process or file.
 */
public final class StraceReporter implements Reporter, IntSupplier {
  /** Exit status of shells for an unknown command. */
  public static final int NOT_FOUND_STATUS = CommandPath.NOT_FOUND_STATUS;

  /** Exit status of shells for a command that is not executable. */
  public static final int NOT_EXECUTABLE_STATUS = CommandPath.NOT_EXECUTABLE_STATUS;

  /** Description of the option that selects environment variables. */
  public static final String VARIABLES_OPTION =
      "record variables of programs with these names, such as PATH,LC_*; * for all";

  /** Maximum time until the event of a call arrives. */
  private static final long LOG_MARGIN_NANOS = 20_000_000;

  private final LineSource source;
  private ProgramLogs logs = ProgramLogs.NONE;

  /** Last time at which all available lines were read; 0 before the first. */
  private long idleNanos;

  private volatile int exitStatus;
  private volatile long gaps;

  private StraceReporter(LineSource source) {
    this.source = source;
  }

  /** Returns a reporter of lines from another source. */
  public static StraceReporter of(LineSource source) {
    return new StraceReporter(source);
  }

  /** Returns true if the file of a command's program grants privileges of a user or group. */
  public static boolean isPrivileged(String word) {
    Path program = CommandPath.find(word);
    return program != null && Privileges.isGrantedBy(program);
  }

  /** Sets logs of traced programs to read as well. Call it before {@link #run}. */
  public void setLogs(ProgramLogs given) {
    logs = given;
  }

  /** Returns a new builder. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    ReplaySettings settings =
        new ReplaySettings(
            context.hostId(),
            context.bootId(),
            source.place(),
            source.directory(),
            source.isCommand(),
            LiveHostProbe.wallClockNanos(),
            source.probe(context.neighbours()));
    Replay replay = new Replay(sink, settings);
    replay.setTool(source.tool());
    replay.setLogs(logs);
    replay.setVariables(source.variables());
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
   * Runs the command under strace without reporting. Another reporter reads the output with {@link
   * Builder#follow}. Throws the same exceptions as {@link #run}.
   *
   * @param output an existing empty file
   */
  public void runInto(Path output) {
    if (!(source instanceof Tracer)) {
      throw ErrorCode.BAD_REQUEST.exception("there is no command to run");
    }
    Tracer tracer = (Tracer) source;
    try {
      tracer.runInto(output);
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

  /** Options of a trace. Exactly one of command, pid, from and follow is required. */
  public static final class Builder {
    private final TracerOptions options = new TracerOptions();
    private List<String> command;
    private long pid;
    private String from;
    private Path followed;
    private long client;
    private Path directory = Path.of("");

    private Builder() {}

    /** Runs a command; the first word is looked up in PATH unless it has a slash. */
    public Builder command(List<String> words) {
      command = List.copyOf(words);
      return this;
    }

    /** Attaches to a process. */
    public Builder pid(long process) {
      pid = process;
      return this;
    }

    /** Reads saved output from a file, or from standard input if {@code -}. */
    public Builder from(String file) {
      from = file;
      return this;
    }

    /**
     * Follows the output of an strace that another process of this host runs, until {@link #stop}.
     *
     * @param process id of the other process
     */
    public Builder follow(Path file, long process) {
      followed = file;
      client = process;
      return this;
    }

    /**
     * Sets the working directory of the first process in saved output; default: the current one.
     */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /** Sets the strace program; default: found in PATH. */
    public Builder strace(String program) {
      options.strace = program;
      return this;
    }

    /**
     * Sets the processors of strace and the traced processes: {@code all}, which is the default,
     * {@code one}, or a number. Throws BAD_REQUEST for other words.
     */
    public Builder cpus(String count) {
      options.cpus = CpuPlacement.count(count);
      return this;
    }

    /**
     * If this process is root, lets set-user-id programs of other users run with their privileges.
     * Tracing is then slower.
     */
    public Builder keepPrivileges(boolean keep) {
      options.keepsPrivileges = keep;
      return this;
    }

    /** Waits for processes that the command leaves behind; otherwise each becomes a gap. */
    public Builder waitForAll(boolean all) {
      options.waitsForAll = all;
      return this;
    }

    /** Adds variables to the environment of the command. */
    public Builder environment(Map<String, String> variables) {
      options.environment = Map.copyOf(variables);
      return this;
    }

    /** Records the start time of each call instead of the time at which its line arrives. */
    public Builder times(boolean exact) {
      options.hasTimes = exact;
      return this;
    }

    /** Makes strace name every descriptor. Tracing is then slower. */
    public Builder decorate(boolean everyDescriptor) {
      options.isDecorated = everyDescriptor;
      return this;
    }

    /**
     * Makes strace show the bytes read, so that more clients of databases are recognized. Tracing
     * is then slower.
     */
    public Builder showReads(boolean all) {
      options.showsReads = all;
      return this;
    }

    /** Records the environment variables of programs whose names match one of these patterns. */
    public Builder recordVariables(List<String> globs) {
      options.variables = WantedVariables.of(globs);
      return this;
    }

    /** Forwards signals to the command, which decides their effect. */
    public Builder forwardSignals(boolean forward) {
      options.forwardsSignals = forward;
      return this;
    }

    /** Creates the reporter. Throws BAD_REQUEST unless there is exactly one source. */
    public StraceReporter build() {
      int given = (command == null ? 0 : 1) + (pid == 0 ? 0 : 1) + (from == null ? 0 : 1);
      given += followed == null ? 0 : 1;
      if (given != 1 || (command != null && command.isEmpty())) {
        throw ErrorCode.BAD_REQUEST.exception(
            "strace requires one of: a command, pid=N, from=FILE, follow=FILE");
      }
      if (followed != null) {
        return new StraceReporter(new FollowedTrace(followed, client, options.variables));
      }
      return new StraceReporter(
          from == null ? tracer() : new SavedTrace(from, directory, options.variables));
    }

    private LineSource tracer() {
      return command == null ? Tracer.attach(options, pid) : Tracer.command(options, command);
    }
  }
}
