package org.colophon.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.cli.config.Store;
import org.colophon.cli.recording.RecordingSummary;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs any reporter until its source ends: the way in for saved recordings. */
@Command(
    name = "import",
    description = "Record what a reporter has to say, until its source ends.",
    footer = {
      "",
      "Examples:",
      "  colophon import build.strace             saved output of strace -f",
      "  colophon import strace from=build.strace the same",
      "  colophon import dsl from=feed.txt        a feed in SPADE's DSL; - for standard input",
      "  colophon import prov-json from=x.json    a document in PROV-JSON",
      "  colophon plugins --options               which reporters there are, with their options"
    })
final class ImportCommand extends StoreCommand {
  private static final String STRACE = "strace";

  @Parameters(
      index = "0",
      paramLabel = "REPORTER|FILE",
      description = "A reporter's name, or a file of saved strace output.")
  private String reporterName;

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      arity = "0..*",
      description = "The reporter's options.")
  private Map<String, String> reporterOptions = new LinkedHashMap<>();

  @Mixin private RecordingOptions recordingOptions;

  ImportCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int run() {
    Path file = absolute(Path.of(reporterName));
    boolean isFile = Files.exists(file);
    String name = isFile ? STRACE : reporterName;
    if (isFile) {
      reporterOptions.put("from", file.toString());
    }
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get(name);
    Reporter reporter =
        factory.create(new ReporterOptions(this).resolve(reporterOptions, factory.options()));
    Store store = store();
    RecordingSummary summary =
        recordingOptions.recording(store).run(name, reporter, new ImportProgress(console()));
    if (recordingOptions.isVerbose() || console().isErrTerminal()) {
      summary.print(console().err(), store.directory());
    }
    if (summary.refused() > 0) {
      console().remark(summary.refused() + " lines or events could not be understood");
    }
    if (summary.reported() == 0 && summary.refused() == 0) {
      console().remark("nothing new: there was nothing in it, or all of it had been read before");
    }
    return summary.reported() == 0 ? ExitCode.NOTHING : ExitCode.FOUND;
  }
}
