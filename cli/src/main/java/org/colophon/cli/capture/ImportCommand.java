// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.recording.RecordingSummary;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.query.text.DisplayText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs any reporter until its source ends, for example to import a saved recording. */
@Command(
    name = "import",
    description = "Record the operations of a reporter until its source ends.",
    footer = {
      "",
      "Exit codes: 0 recorded, 1 nothing to record, 2 wrong usage, 3 failure, 4 a part",
      "of the input was refused and is a gap; the rest is recorded.",
      "",
      "Examples:",
      "  colophon import build.strace             saved output of strace -f",
      "  colophon import strace from=build.strace the same",
      "  colophon import dsl from=feed.txt        a feed in SPADE's DSL; - for stdin",
      "  colophon import prov-json from=x.json    a document in PROV-JSON",
      "  colophon import openlineage from=x.ndjson  events of OpenLineage",
      "  colophon plugins --options               the reporters, with their options"
    })
public final class ImportCommand extends StoreCommand {
  private static final String STRACE = "strace";
  private static final String FROM = "from";
  private static final String FOLLOW = "follow";

  @Parameters(
      index = "0",
      paramLabel = "REPORTER|FILE",
      description =
          "A reporter's name, or a file of saved strace output (./dsl for a file of that name).")
  private String reporterName;

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      arity = "0..*",
      description = "The reporter's options.")
  private List<String> words = List.of();

  private final Map<String, String> reporterOptions = new LinkedHashMap<>();

  @Mixin private RecordingOptions recordingOptions;

  public ImportCommand(Invocation invocation) {
    super(invocation);
  }

  private void readOptions() {
    for (String word : words) {
      int end = word.indexOf('=');
      if (end <= 0) {
        throw ErrorCode.BAD_REQUEST.exception(noOption(word));
      }
      reporterOptions.put(word.substring(0, end), word.substring(end + 1));
    }
  }

  private String noOption(String word) {
    String problem = "'" + DisplayText.text(word) + "' is not KEY=VALUE";
    return Files.exists(absolute(Path.of(word)))
        ? problem
            + ". Each import reads one file. The files of strace -ff, one for each process, do not"
            + " have the order of the events: use strace -f -o FILE instead"
        : problem;
  }

  private boolean isReporter(PluginLoader<ReporterFactory> reporters) {
    return reporters.all().stream().anyMatch(each -> each.name().equals(reporterName));
  }

  /**
   * Returns the reporter for a file. If the file does not exist, the argument may be a reporter's
   * name.
   */
  private String ofFile() {
    Path file = absolute(Path.of(reporterName));
    if (!Files.exists(file)) {
      return reporterName;
    }
    if (Files.isDirectory(file)) {
      throw ErrorCode.BAD_REQUEST.exception(
          file + " is a directory: give a file of saved strace output, or a reporter's name");
    }
    if (reporterOptions.containsKey(FROM)) {
      throw ErrorCode.BAD_REQUEST.exception(file + " is the file to read: leave " + FROM + "= out");
    }
    reporterOptions.put(FROM, file.toString());
    return STRACE;
  }

  /**
   * Returns a reporter factory by name. If none exists, the error also mentions that no such file
   * exists.
   */
  private ReporterFactory factory(PluginLoader<ReporterFactory> reporters, String name) {
    try {
      return reporters.get(name);
    } catch (ColophonException e) {
      throw new ColophonException(
          e.code(), "there is no file " + absolute(Path.of(name)) + ", and " + e.getMessage(), e);
    }
  }

  @Override
  public int run() {
    readOptions();
    PluginLoader<ReporterFactory> reporters = new PluginLoader<>(ReporterFactory.class);
    String name = isReporter(reporters) ? reporterName : ofFile();
    ReporterFactory factory = factory(reporters, name);
    Reporter reporter =
        factory.create(new ReporterOptions(this).resolve(reporterOptions, factory.options()));
    if (reporter.isFollowing() && !reporterOptions.containsKey(FOLLOW)) {
      console()
          .remark(
              "following the log until Ctrl-C; for a finished log, use from=FILE or"
                  + " follow=false");
    }
    Store store = store();
    RecordingSummary summary =
        recordingOptions
            .recording(store, console())
            .run(name, reporter, new ImportProgress(console()));
    if (recordingOptions.isVerbose() || console().isErrTerminal()) {
      summary.print(console().err(), recordingOptions.place(store));
    }
    if (summary.refused() > 0) {
      console()
          .remark(
              summary.refused()
                  + (summary.refused() == 1 ? " line or event" : " lines or events")
                  + " could not be understood; the rest is recorded, and the exit code is "
                  + ExitCode.PARTIAL);
    }
    if (summary.reported() == 0 && summary.refused() == 0) {
      console().remark("nothing was recorded: the source is empty, or was imported before");
    }
    if (summary.refused() > 0) {
      return ExitCode.PARTIAL;
    }
    return summary.reported() == 0 ? ExitCode.NOTHING : ExitCode.FOUND;
  }
}
