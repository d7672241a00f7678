package org.colophon.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.choice.InspectorOptions;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.plugin.PluginDirectories;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.query.record.RecordText;
import org.colophon.query.text.DisplayText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares two files with the inspectors that compare changed files in a mounted directory. */
@Command(
    name = "compare",
    description = "Compare two files as inspectors do; no store is needed.",
    footer = {
      "",
      "The name of the file selects the inspectors: text, office, table and others",
      "(colophon plugins). An inspector compares one aspect of a file; office, for",
      "example, compares properties but not the text. If the files differ in other",
      "aspects only, a remark on standard error reports it. Exit code 1 means that",
      "the files are equal, 2 that a file does not exist.",
      "",
      "Examples:",
      "  colophon compare draft.docx final.docx",
      "  colophon compare - new.csv",
      "  colophon compare a.txt b.txt inspectors=text text.context=0"
    })
final class CompareCommand extends BaseCommand {
  private static final long WAIT_MILLIS = 600_000;

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A file, or - for none.")
  private String before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "A file, or - for none.")
  private String after;

  @Parameters(
      index = "2..*",
      paramLabel = "KEY=VALUE",
      description = "inspectors=NAME,..., and their options as NAME.KEY=VALUE.")
  private Map<String, String> options = new LinkedHashMap<>();

  CompareCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    PluginDirectories.current().openBuiltProviders("inspector metadata");
    List<InspectorSpec> specs = InspectorOptions.parse(options());
    Bytes path = PathBytes.of(absolute(Path.of(after.equals("-") ? before : after)));
    try {
      Path directory = Files.createTempDirectory("colophon-compare");
      try {
        return compare(InspectionConfig.of(specs, directory), path);
      } finally {
        FileTree.delete(directory);
      }
    } catch (IOException | UncheckedIOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot compare: " + e, e);
    }
  }

  private Map<String, String> options() {
    Map<String, String> given = new HashMap<>(Map.of("inspectors", "all"));
    given.putAll(options);
    for (String name : given.keySet()) {
      if (!InspectorOptions.isOne(name, given)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "there is no option '" + name + "' among these inspectors");
      }
    }
    return given;
  }

  private int compare(InspectionConfig config, Bytes path) throws IOException {
    Change change = Change.of(path, "", content(before), content(after));
    List<Finding> found = new CopyOnWriteArrayList<>();
    try (Inspections inspections = Inspections.start(config, () -> new Collecting(found))) {
      if (!inspections.wants(path)) {
        console().remark("no inspector handles a file of this name");
      }
      inspections.offer(new Inspection(change, 0, 0, 0, () -> {}));
      inspections.awaitIdle(WAIT_MILLIS);
    }
    RecordText text =
        new RecordText("", line -> line, console().isOutTerminal() && console().hasColours());
    for (Finding each : found) {
      out().println(DisplayText.text(each.type()) + ":");
      ExtendedRecord extended = new ExtendedRecord(0, 0, 0, each.type(), each.data());
      named(text.lines(extended), path).forEach(out()::println);
    }
    return found.isEmpty() ? nothingFound(config, path) : ExitCode.FOUND;
  }

  /**
   * Reports that no inspector found a difference. Inspectors compare only some aspects of a file,
   * so the files may still differ.
   */
  private int nothingFound(InspectionConfig config, Bytes path) throws IOException {
    if (haveSameBytes()) {
      return ExitCode.NOTHING;
    }
    StringBuilder text =
        new StringBuilder("the files differ, but not in the parts that inspectors compare");
    config.inspectors().stream()
        .filter(each -> each.wants(path, ""))
        .forEach(each -> text.append("; %s: %s".formatted(each.name(), each.description())));
    console().remark(text.toString());
    return ExitCode.FOUND;
  }

  private boolean haveSameBytes() throws IOException {
    boolean isPair = !before.equals("-") && !after.equals("-");
    return isPair
        ? Files.mismatch(absolute(Path.of(before)), absolute(Path.of(after))) < 0
        : before.equals(after);
  }

  /**
   * Inserts the names of both files. An inspector's output has only one name, since inspectors
   * expect a single file that changed.
   */
  private List<String> named(List<String> lines, Bytes path) {
    List<String> named = new ArrayList<>(lines);
    int header = lines.indexOf("--- " + path.display());
    if (header >= 0) {
      named.set(header, "--- " + PathBytes.of(absolute(Path.of(before))).display());
    }
    return named;
  }

  private Content content(String file) throws IOException {
    if (file.equals("-")) {
      return Content.absent();
    }
    Path path = absolute(Path.of(file));
    if (!Files.isRegularFile(path)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "there is no file " + DisplayText.text(path.toString()));
    }
    return Contents.of(path);
  }

  private record Collecting(List<Finding> found) implements FindingOutput {
    @Override
    public void found(Inspection inspection, Finding finding) {
      found.add(finding);
    }

    @Override
    public void flush() {}
  }
}
