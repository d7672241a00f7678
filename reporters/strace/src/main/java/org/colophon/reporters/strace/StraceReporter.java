package org.colophon.reporters.strace;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.strace.replay.Replay;

/**
 * Reports what processes do, seen through strace: of a command that it runs, of a process that it
 * attaches to, or of saved output.
 *
 * <p>A command inherits environment, working folder, standard input, output and error untouched;
 * {@link #exitStatus} passes its status on. With {@link Builder#forwardSignals} the calling process
 * survives SIGINT and SIGQUIT, which a terminal sends to the command as well, and passes SIGTERM
 * and SIGHUP on to it, until {@link #run} returns. {@link #stop} ends a command by SIGTERM, since
 * processes cannot go on without their tracer; it lets go of a process that was attached to.
 *
 * <p>{@code run} throws TOOL_MISSING without strace, NOT_PERMITTED if the system forbids tracing,
 * NOT_FOUND if there is no such command, process or file.
 */
public final class StraceReporter implements Reporter, IntSupplier {
  /** The exit status of shells for a command that does not exist. */
  public static final int NOT_FOUND_STATUS = 127;

  /** The exit status of shells for a command that may not be run. */
  public static final int NOT_EXECUTABLE_STATUS = 126;

  private final Source source;
  private volatile int exitStatus;

  private StraceReporter(Source source) {
    this.source = source;
  }

  /** How to make one. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    Replay.Settings settings =
        new Replay.Settings(
            context.hostId(),
            context.bootId(),
            source.place(),
            source.directory(),
            source.isCommand(),
            LiveSurroundings.wallClockNanos(),
            source.surroundings(context.neighbours()));
    Replay replay = new Replay(sink, settings);
    try {
      source.feed(replay, sink::flush, context.neighbours(), context.files());
      replay.finish();
      if (source.isLive()) {
        replay.loseSight();
      }
    } finally {
      exitStatus = source.exitStatus();
      sink.flush();
    }
  }

  /**
   * Runs the command under strace and reports nothing: another reporter, that {@link
   * Builder#follow}s the file, does. Throws as {@link #run}.
   *
   * @param output a file that is there and empty
   */
  public void runInto(Path output) {
    if (!(source instanceof Tracer)) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "there is no command to run");
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
   * The command's exit status, 128 + n if signal n ended it, {@link #NOT_FOUND_STATUS} if there is
   * none of that name. Known once {@link #run} has returned or thrown.
   */
  public int exitStatus() {
    return exitStatus;
  }

  /** {@link #exitStatus}, for callers that do not know this class. */
  @Override
  public int getAsInt() {
    return exitStatus;
  }

  /** Collects what to trace and how. Exactly one of command, pid, from and follow. */
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
     * Follows what an strace, run by another process of this machine, writes to a file, until
     * {@link #stop}.
     *
     * @param process that other process
     */
    public Builder follow(Path file, long process) {
      followed = file;
      client = process;
      return this;
    }

    /** The working folder of the first process of saved output; the present one if not given. */
    public Builder directory(Path folder) {
      directory = folder;
      return this;
    }

    /** The strace program; found in PATH if not given. */
    public Builder strace(String program) {
      options.strace = program;
      return this;
    }

    public Builder pin(Pin pin) {
      options.pin = pin;
      return this;
    }

    /** Whether strace says when each call was; if not, the time of its arrival is taken. */
    public Builder times(boolean exact) {
      options.hasTimes = exact;
      return this;
    }

    /** Whether strace says what each descriptor leads to. Slower, and rarely needed. */
    public Builder decorate(boolean everyDescriptor) {
      options.isDecorated = everyDescriptor;
      return this;
    }

    /** Whether strace shows what is read, which joins more clients of databases. Slower. */
    public Builder showReads(boolean all) {
      options.showsReads = all;
      return this;
    }

    /** Whether the calling process lets the command decide what signals do. */
    public Builder forwardSignals(boolean forward) {
      options.forwardsSignals = forward;
      return this;
    }

    /** The reporter. Refuses anything but one source with BAD_REQUEST. */
    public StraceReporter build() {
      int given = (command == null ? 0 : 1) + (pid == 0 ? 0 : 1) + (from == null ? 0 : 1);
      given += followed == null ? 0 : 1;
      if (given != 1 || (command != null && command.isEmpty())) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "strace wants one of: a command, pid=N, from=FILE, follow=FILE");
      }
      if (followed != null) {
        return new StraceReporter(new FollowedLog(followed, client));
      }
      return new StraceReporter(from == null ? tracer() : new SavedLog(from, directory));
    }

    private Source tracer() {
      return command == null ? Tracer.attach(options, pid) : Tracer.command(options, command);
    }
  }
}
