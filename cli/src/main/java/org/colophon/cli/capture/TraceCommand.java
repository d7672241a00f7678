// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.inside.InsideOptions;
import org.colophon.cli.recording.LocalOutbox;
import org.colophon.cli.recording.Recording;
import org.colophon.cli.recording.RecordingSummary;
import org.colophon.cli.recording.RunMonitor;
import org.colophon.cli.recording.ServedTrace;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.inspect.choice.InspectorOptions;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.exports.openlineage.ParentRun;
import org.colophon.query.text.DisplayText;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.ebpf.EbpfReporter;
import org.colophon.reporters.ebpf.shared.SharedEvents;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.strace.StraceReporter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command, or observes a running process, and records its operations. */
@Command(
    name = "trace",
    description = "Run a command and record what it and its children do to files and pipes.",
    footer = {
      "",
      "Ends with the command, and with its exit status; 127 if the command does not",
      "exist, and 3 instead of 0 if the recording was not stored. While a service",
      "runs, its status reports such a failure.",
      "",
      "Examples:",
      "  colophon trace -- make -j4           watch a build",
      "  colophon trace -v -- sort in -o out  print a summary of the recording",
      "  colophon trace --inspectors text -- ./edit  also record the changed lines",
      "  colophon trace --pid 4711            watch a running process until Ctrl-C",
      "  colophon trace --from build.strace   read what strace -f wrote; - for stdin"
    })
public final class TraceCommand extends StoreCommand {
  @Parameters(
      paramLabel = "CMD",
      arity = "0..*",
      description = "The command and its arguments. Options after the command belong to it.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = {"-p", "--pid"},
      paramLabel = "PID",
      description = "Watch this running process, and what it starts.")
  private @Nullable Long pid;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Read saved strace output instead; - for standard input.")
  private @Nullable String from;

  @Option(
      names = "--reads",
      description =
          "Let strace show the data that is read. Slower; needed to join database clients that call"
              + " read on sockets, as those of Java, Go and PHP do.")
  private boolean showsReads;

  @Option(
      names = "--with",
      paramLabel = "auto|strace|ebpf",
      description =
          "Watch with events of the kernel (ebpf: faster, needs root or a service of root), with strace,"
              + " or with ebpf where possible (auto, the default).")
  private String with = CommandSource.AUTO.text();

  @Option(
      names = "--cpus",
      paramLabel = "all|one|N",
      description =
          "Processors of the command and strace: all (the default), one, or N. With fewer, each"
              + " call costs less, but the command can use only these processors, as with taskset.")
  private String cpus = "all";

  @Option(
      names = "--wait-all",
      description =
          "Wait for processes that the command leaves behind. Otherwise they are not recorded after"
              + " it ends, and each is a gap.")
  private boolean waitsForAll;

  @Option(
      names = "--no-fold",
      description =
          "Record each of repeated reads and writes, instead of counting those of a thread in the"
              + " kernel. Implied by --no-suppress, --functions and --bytes; with ebpf.")
  private boolean recordsEach;

  @Option(
      names = "--env",
      paramLabel = "GLOB",
      split = ",",
      description =
          "Record environment variables of programs whose names match: PATH,LC_*, or * for all. By"
              + " default none, since environments hold secrets, except OPENLINEAGE_PARENT_ID.")
  private List<String> variables = new ArrayList<>();

  @Option(
      names = "--digests",
      paramLabel = "all|outputs|none",
      description =
          "Files that get digests of their content at the end: all (outputs, and inputs below the"
              + " working directory; the default), outputs or none.")
  private String digests = "all";

  @Option(
      names = "--inspectors",
      paramLabel = "NAMES",
      split = ",",
      description =
          "Inspectors of files that the command changes below the working directory, such as text"
              + " (history --changes shows the lines), office or table. Copies these files first.")
  private List<String> inspectors = new ArrayList<>();

  @Option(
      names = "--inspector-option",
      paramLabel = "KEY=VALUE",
      description = "Option of an inspector, such as text.globs=*.md; may be repeated.")
  private Map<String, String> inspectorOptions = new HashMap<>();

  @Option(
      names = "--name-lookups",
      description =
          "Record listings of directories, and paths where a program found no file, as inputs. A new"
              + " file there can change the result. By default they are not recorded.")
  private boolean hasLookups;

  @Option(
      names = "--ranges",
      description =
          "Record which program wrote which bytes of each file, for lineage FILE@bytes=FROM-TO."
              + " Slower: uses strace. Appends to a file from before the trace have no offset.")
  private boolean recordsRanges;

  @Option(
      names = "--keep-privileges",
      description =
          "As root: keep the privilege of set-user-id programs that other users execute. "
              + "Slower; implied if the command line names su, sudo or a similar program.")
  private boolean keepsPrivileges;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print no summary at the end.")
  private boolean isQuiet;

  @Mixin private InsideOptions insideOptions;
  @Mixin private RecordingOptions recordingOptions;

  /** Receives the records instead of the store's service, which does not answer; or null. */
  private @Nullable LocalOutbox outbox;

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
    CommandSource source = CommandSource.of(with);
    WantedDigests.of(digests);
    List<InspectorSpec> specs = inspectors();
    Store store = store();
    outbox = recordingOptions.outboxOfSilentService(store).orElse(null);
    try (InsideOptions.Watch inside = insideOptions.begin(invocation().launcher())) {
      ReplayReporter strace = strace(inside);
      Optional<ServedTrace> served = served(store, source);
      CommandSource allowed = served.isPresent() ? CommandSource.STRACE : allowed(source);
      try (CommandSource.Chosen chosen =
          allowed.choose(strace, () -> ebpf(inside), invocation().launcher())) {
        chosen.reporter().setLogs(inside.logs());
        chosen.reporter().setInspectors(specs, realDirectory());
        int status = run(store, served, chosen);
        inside.remarks().forEach(console()::remark);
        return status;
      }
    }
  }

  private int run(Store store, Optional<ServedTrace> served, CommandSource.Chosen chosen) {
    ReplayReporter reporter = chosen.reporter();
    try {
      printResult(record(store, served, chosen), store, chosen);
      if (outbox != null) {
        outbox.sendUnlessSilent();
      }
    } catch (ColophonException e) {
      if (reporter.exitStatus() == 0) {
        throw e;
      }
      console().remark(e.getMessage());
    }
    return reporter.exitStatus();
  }

  /** Returns strace if an option requires it, else the given source. */
  private CommandSource allowed(CommandSource wanted) {
    boolean needsStrace = from != null || showsReads || recordsRanges;
    if (wanted == CommandSource.EBPF && needsStrace) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--from, --reads and --ranges need strace: leave out --with ebpf");
    }
    return needsStrace ? CommandSource.STRACE : wanted;
  }

  private void refuseAllButOne() {
    int given = (command.isEmpty() ? 0 : 1) + (pid == null ? 0 : 1) + (from == null ? 0 : 1);
    if (given != 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give trace exactly one of a command (colophon trace -- make), --pid PID and --from FILE, not "
              + (given == 0 ? "none" : "several"));
    }
    if (insideOptions.isActive() && command.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--functions and --bytes need a command: colophon trace --bytes -- CMD");
    }
    if (!inspectors.isEmpty() && command.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--inspectors needs a command: colophon trace --inspectors text -- CMD");
    }
  }

  private Path realDirectory() {
    try {
      return invocation().directory().toRealPath();
    } catch (IOException e) {
      throw IoFailure.of("resolve the working directory", invocation().directory(), e);
    }
  }

  private List<InspectorSpec> inspectors() {
    Map<String, String> options = new HashMap<>(inspectorOptions);
    options.put(InspectorOptions.NAMES, String.join(",", inspectors));
    for (String name : inspectorOptions.keySet()) {
      if (!InspectorOptions.isOne(name, options)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "--inspector-option %s belongs to none of --inspectors %s: write it as text.globs=*.md"
                .formatted(name, String.join(",", inspectors)));
      }
    }
    return InspectorOptions.parse(options);
  }

  private RecordingSummary record(
      Store store, Optional<ServedTrace> served, CommandSource.Chosen chosen) {
    if (served.isPresent()) {
      return served.get().run(chosen.reporter());
    }
    Recording recording =
        outbox == null
            ? recordingOptions.recording(store, console())
            : outbox.recording(recordingOptions.sink());
    return recording.run(chosen.source().text(), chosen.reporter(), watch());
  }

  /**
   * Returns a trace that a service with a mounted directory replays itself. Both sources then
   * contribute to the same graph.
   */
  private Optional<ServedTrace> served(Store store, CommandSource source) {
    if (outbox != null
        || recordingOptions.isRemote()
        || command.isEmpty()
        || source == CommandSource.EBPF
        || insideOptions.isActive()
        || !inspectors.isEmpty()
        || !recordingOptions.isForService()) {
      return Optional.empty();
    }
    try {
      return ServedTrace.begin(store, recordingOptions.sink(), replayOptions());
    } catch (ColophonException e) {
      console()
          .remark(
              "the service cannot follow the trace, so operations below its mounts are recorded"
                  + " twice: "
                  + e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns the options of the service's reporter that this command line sets. */
  private Map<String, String> replayOptions() {
    Map<String, String> options = new HashMap<>();
    options.put("digests", digests);
    if (hasLookups) {
      options.put("name-lookups", "true");
    }
    if (recordsRanges) {
      options.put("ranges", "true");
    }
    List<String> wanted = variables();
    if (!wanted.isEmpty()) {
      options.put("env", String.join(",", wanted));
    }
    return options;
  }

  /** Returns the wanted variables, and those by which an orchestrator names the parent run. */
  private List<String> variables() {
    List<String> wanted = new ArrayList<>(variables);
    if (!command.isEmpty() && console().environment(ParentRun.VARIABLE) != null) {
      wanted.addAll(List.of(ParentRun.VARIABLE, ParentRun.ROOT_VARIABLE));
    }
    return wanted;
  }

  private void printResult(RecordingSummary summary, Store store, CommandSource.Chosen chosen) {
    if (recordingOptions.isVerbose()) {
      summary.print(console().err(), place(store));
      String reason = chosen.reason().isEmpty() ? "" : ", since " + chosen.reason();
      console().err().println("watched     with " + chosen.tool() + reason);
      console().err().flush();
    } else if (console().isErrTerminal() && !isQuiet) {
      long gaps = chosen.reporter().gaps();
      String count = DisplayText.count(summary.reported(), "operation");
      String incomplete = gaps == 0 ? "" : ", " + DisplayText.count(gaps, "gap") + ",";
      console()
          .remark(
              "recorded %s%s in %s; next: colophon lineage FILE, colophon history FILE"
                  .formatted(count, incomplete, place(store)));
    }
  }

  private String place(Store store) {
    return outbox == null ? recordingOptions.place(store) : outbox.directory().toString();
  }

  /**
   * Observes the recording. Shows progress only if no command is run, since a command uses the
   * terminal itself.
   */
  private RunMonitor watch() {
    return from == null ? RunMonitor.NOTHING : new ImportProgress(console());
  }

  private ReplayReporter strace(InsideOptions.Watch inside) {
    StraceReporter.Builder builder =
        new StraceReporter.Builder().forwardSignals(!command.isEmpty());
    if (!command.isEmpty()) {
      builder.command(inside.command(command));
    }
    if (pid != null) {
      builder.pid(pid);
    }
    if (from != null) {
      builder.from(from.equals("-") ? from : absolute(Path.of(from)).toString());
    }
    builder.directory(invocation().directory()).showReads(showsReads);
    builder.cpus(cpus).waitForAll(waitsForAll).keepPrivileges(keepsPrivileges);
    builder.environment(inside.environment()).times(needsTimes());
    builder.recordVariables(variables()).digests(WantedDigests.of(digests));
    builder.recordLookups(hasLookups).recordRanges(recordsRanges);
    return builder.build();
  }

  private boolean needsTimes() {
    return insideOptions.isActive() || !inspectors.isEmpty();
  }

  private EbpfReporter.Builder ebpf(InsideOptions.Watch inside) {
    return new EbpfReporter.Builder()
        .command(inside.command(command))
        .pid(pid)
        .cpus(cpus)
        .waitForAll(waitsForAll)
        .fold(!recordsEach && !insideOptions.isActive() && !recordingOptions.isKeepAll())
        .environment(inside.environment())
        .recordVariables(variables())
        .recordLookups(hasLookups)
        .digests(WantedDigests.of(digests))
        .socket(console().environment(SharedEvents.SOCKET_VARIABLE));
  }
}
