package org.colophon.cli.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.recording.RecordingSummary;
import org.colophon.cli.recording.RunMonitor;
import org.colophon.cli.recording.ServedTrace;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;
import org.colophon.reporters.strace.StraceReporter;
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
      "Ends with the command, and with its exit status; 127 if the command does not",
      "exist, and 3 instead of 0 if the recording was not stored. While a service",
      "runs, its status reports that.",
      "",
      "Examples:",
      "  colophon trace -- make -j4           watch a build",
      "  colophon trace -v -- sort in -o out  and say what was recorded",
      "  colophon trace --pid 4711            watch a running process until Ctrl-C",
      "  colophon trace --from build.strace   read what strace -f wrote; - for stdin"
    })
public final class TraceCommand extends StoreCommand {
  @Parameters(
      paramLabel = "CMD",
      arity = "0..*",
      description = "The command and its arguments; options behind it are its own.")
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

  @Option(
      names = "--reads",
      description =
          "Let strace show the data that is read. Slower; joins clients of databases that call read on"
              + " sockets, as Java, Go and PHP do.")
  private boolean showsReads;

  @Option(
      names = "--with",
      paramLabel = "SOURCE",
      description =
          "Watch a command with strace (default) or ebpf: events of the kernel, faster, for root.")
  private String with = CommandSource.STRACE;

  @Option(
      names = "--cpus",
      paramLabel = "all|one|N",
      defaultValue = "all",
      description =
          "Processors of the command and strace: all (the default), one, or N. Fewer processors"
              + " make single calls cheaper; the command then sees fewer, as under taskset.")
  private String cpus;

  @Option(
      names = "--wait-all",
      description =
          "Wait for processes that the command leaves behind. Otherwise they are not recorded after"
              + " it ends, and each is a gap.")
  private boolean waitsForAll;

  @Option(
      names = "--keep-privileges",
      description =
          "As root: let set-user-id programs that other users execute have their privilege. Slower;"
              + " implied if the command line names su, sudo or a similar program.")
  private boolean keepsPrivileges;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print no summary at the end.")
  private boolean isQuiet;

  @Mixin private RecordingOptions recordingOptions;

  public TraceCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public boolean endsWithCommand() {
    return true;
  }

  @Override
  public int run() {
    refuseAllButOne();
    StraceReporter reporter = reporter();
    Store store = store();
    try {
      tell(record(store, reporter), store, reporter.gaps());
    } catch (ColophonException e) {
      if (!isToldByStatus(e, reporter.exitStatus())) {
        throw e;
      }
      console().remark(e.getMessage());
    }
    return reporter.exitStatus();
  }

  private void refuseAllButOne() {
    int given = (command.isEmpty() ? 0 : 1) + (pid == null ? 0 : 1) + (from == null ? 0 : 1);
    if (given != 1) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "trace needs one of a command (colophon trace -- make), --pid PID and --from FILE, but was"
              + " given "
              + (given == 0 ? "none" : "several"));
    }
  }

  /** A service that mirrors directories follows the trace itself, so that both are one graph. */
  private RecordingSummary record(Store store, StraceReporter reporter) {
    boolean isServed = !command.isEmpty() && !CommandSource.isKernel(with);
    Optional<ServedTrace> served = isServed ? served(store) : Optional.empty();
    return served.isPresent()
        ? served.get().run(reporter)
        : recordingOptions.recording(store).run("strace", reporter, watch());
  }

  private Optional<ServedTrace> served(Store store) {
    if (!recordingOptions.isForService()) {
      return Optional.empty();
    }
    try {
      return ServedTrace.begin(store, recordingOptions.sink().keepAll());
    } catch (ColophonException e) {
      console()
          .remark(
              "operations below the service's mounts are recorded twice, since the service"
                  + " does not follow the trace: "
                  + e.getMessage());
      return Optional.empty();
    }
  }

  private void tell(RecordingSummary summary, Store store, long gaps) {
    if (recordingOptions.isVerbose()) {
      summary.print(console().err(), store.directory());
    } else if (console().isErrTerminal() && !isQuiet) {
      String count = DisplayText.count(summary.reported(), "operation");
      String incomplete = gaps == 0 ? "" : ", " + DisplayText.count(gaps, "gap") + ",";
      console()
          .remark(
              "recorded %s%s in %s; next: colophon lineage FILE, colophon history FILE"
                  .formatted(count, incomplete, store.directory()));
    }
  }

  /** The terminal belongs to the command, if there is one; otherwise progress may be shown. */
  private RunMonitor watch() {
    return from == null ? RunMonitor.NOTHING : new ImportProgress(console());
  }

  /**
   * Returns whether the exit status already reports the failure, so that the store's failure is
   * only a remark.
   */
  private static boolean isToldByStatus(ColophonException e, int exitStatus) {
    boolean hasRun = e.code() == ErrorCode.ADAPTER_FAILED;
    return isNoCommand(exitStatus) || (hasRun && exitStatus != 0);
  }

  private static boolean isNoCommand(int exitStatus) {
    return exitStatus == StraceReporter.NOT_FOUND_STATUS
        || exitStatus == StraceReporter.NOT_EXECUTABLE_STATUS;
  }

  private StraceReporter reporter() {
    if (CommandSource.isKernel(with)) {
      return CommandSource.kernel(command, showsReads || waitsForAll || !cpus.equals("all"));
    }
    StraceReporter.Builder builder = StraceReporter.builder().forwardSignals(!command.isEmpty());
    if (!command.isEmpty()) {
      builder.command(command);
    }
    if (pid != null) {
      builder.pid(pid);
    }
    if (from != null) {
      builder.from(from.equals("-") ? from : absolute(Path.of(from)).toString());
    }
    builder.directory(invocation().directory()).showReads(showsReads);
    builder.cpus(cpus).waitForAll(waitsForAll).keepPrivileges(keepsPrivileges);
    return builder.build();
  }
}
