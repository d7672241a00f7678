package org.colophon.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.config.Store;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command, or watches one that runs, and records what it does. */
@Command(
    name = "trace",
    description = "Run a command and record what it and its children do to files and pipes.",
    footer = {
      "",
      "Ends with the command's own exit status; 127 if there is no such command.",
      "",
      "Examples:",
      "  colophon trace -- make -j4            watch a build",
      "  colophon trace -v -- sort in -o out   and say what was recorded",
      "  colophon trace --pid 4711             watch a running process until Ctrl-C",
      "  colophon trace --from build.strace    read what strace -f wrote; - for standard input"
    })
final class TraceCommand extends StoreCommand {
  static final String REPORTER = "strace";
  static final String FROM = "from";
  private static final String PID = "pid";
  private static final String COMMAND = "command";

  @Parameters(paramLabel = "CMD", arity = "0..*", description = "The command and its arguments.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = {"-p", "--pid"},
      paramLabel = "PID",
      description = "Watch this running process, and what it starts.")
  private Long pid;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Read saved strace output instead; - for standard input.")
  private String from;

  @Mixin private RecordingOptions recordingOptions;

  TraceCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int run() {
    Map<String, String> options = reporterOptions();
    if (!command.isEmpty()) {
      int found = programs().find(command.get(0));
      if (found != ExitCode.FOUND) {
        console().remark(command.get(0) + ": " + reason(found));
        return found;
      }
    }
    Reporter reporter = new PluginLoader<>(ReporterFactory.class).get(REPORTER).create(options);
    Store store = store();
    RecordingSummary summary = record(store, reporter);
    if (recordingOptions.isVerbose() || console().isErrTerminal()) {
      summary.print(console().err(), store.directory());
    }
    return exitStatus(reporter);
  }

  private RecordingSummary record(Store store, Reporter reporter) {
    Recording recording = new Recording(store, recordingOptions);
    if (command.isEmpty()) {
      return recording.run(REPORTER, reporter, Recording.Watch.NOTHING);
    }
    TerminalSignals signals = new TerminalSignals();
    try {
      return recording.run(REPORTER, reporter, Recording.Watch.NOTHING);
    } finally {
      signals.restore();
    }
  }

  private static int exitStatus(Reporter reporter) {
    return reporter instanceof java.util.function.IntSupplier s ? s.getAsInt() : 0;
  }

  private Programs programs() {
    return new Programs(invocation().directory(), console().environment("PATH"));
  }

  private static String reason(int found) {
    return found == ExitCode.NO_SUCH_COMMAND ? "command not found" : "cannot be executed";
  }

  private Map<String, String> reporterOptions() {
    Map<String, String> options = new LinkedHashMap<>();
    if (!command.isEmpty()) {
      options.put(COMMAND, String.join("\0", command));
    }
    if (pid != null) {
      options.put(PID, pid.toString());
    }
    if (from != null) {
      options.put(FROM, from.equals("-") ? from : absolute(Path.of(from)).toString());
    }
    if (options.size() != 1) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "say what to trace: either a command after --, or --pid PID, or --from FILE");
    }
    return options;
  }
}
