// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipOutputStream;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.exports.crate.CrateOptions;
import org.colophon.exports.crate.CrateTarget;
import org.colophon.exports.crate.RunCrate;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Packs the files of a run with its provenance as an RO-Crate. */
@Command(
    name = "crate",
    description = "Pack the files of a run with its provenance, as an RO-Crate to publish.",
    footer = {
      "",
      "The crate has the inputs and outputs below the run's directory, as they are",
      "on the disk. A file that is not as recorded is refused. Other files are",
      "references, and programs refer to their packages. -o FILE.zip writes an",
      "archive, -o DIR a new directory.",
      "",
      "Exit codes: 0 written, 1 no such run, 2 wrong usage, or a file differs,",
      "3 failure of the store or the system, 4 written, but the capture was",
      "incomplete, as the crate states.",
      "",
      "Examples:",
      "  colophon crate -o result.zip                  the newest run",
      "  colophon crate plot.svg -o plot --title 'Plot of 2026'",
      "  colophon crate -o run.zip --workflow Snakefile --author 'A. Author'"
    })
public final class CrateCommand extends RunCommand {

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Copy files below DIR (default: where the run's first program started).")
  private @Nullable Path base;

  @Option(
      names = "--workflow",
      paramLabel = "FILE",
      description = "The run executed this workflow, which is below its directory.")
  private @Nullable String workflow;

  @Option(names = "--without-data", description = "Refer to files instead of copying them.")
  private boolean isWithoutData;

  @Option(
      names = "--as-recorded",
      description = "Refer to files that differ from the record, and state it.")
  private boolean isAsRecorded;

  @Option(names = "--title", paramLabel = "TEXT", description = "Title (default: the command).")
  private @Nullable String title;

  @Option(names = "--license", paramLabel = "URL", description = "Licence of the files.")
  private @Nullable String license;

  @Option(names = "--author", paramLabel = "NAME", description = "Author of the crate.")
  private @Nullable String author;

  @Option(
      names = "--organization",
      paramLabel = "NAME",
      description = "Organization of the author, which publishes the crate.")
  private @Nullable String organization;

  @Option(
      names = "--organization-url",
      paramLabel = "URL",
      description = "Home page of the organization.")
  private @Nullable String organizationUrl;

  public CrateCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void prepare() {
    super.prepare();
    Path directory = directory();
    if (super.outputFile() == null) {
      throw ErrorCode.BAD_REQUEST.exception("-o is missing: name a new directory, or FILE.zip");
    }
    if (directory != null && Files.exists(directory)) {
      throw ErrorCode.BAD_REQUEST.exception(
          directory + " exists; name a new directory, or FILE.zip, for the crate");
    }
    if (organizationUrl != null && organization == null) {
      throw ErrorCode.BAD_REQUEST.exception("--organization-url needs --organization");
    }
  }

  /** Returns the directory of the crate; null for an archive. */
  private @Nullable Path directory() {
    Path file = super.outputFile();
    return file == null || file.toString().endsWith(".zip") ? null : file;
  }

  /** Returns the archive; null for a directory, which this command writes itself. */
  @Override
  public @Nullable Path outputFile() {
    return directory() == null ? super.outputFile() : null;
  }

  @Override
  protected void write(RecordedRun run, OutputStream out) throws IOException {
    Surroundings surroundings = surroundings(run, List.of(), Surroundings.TRACE);
    CrateOptions options =
        new CrateOptions(
            title,
            license,
            author,
            organization,
            organizationUrl,
            base == null ? null : absolute(base).normalize(),
            workflow,
            !isWithoutData,
            isAsRecorded);
    RunCrate crate = new RunCrate(run, surroundings, options);
    Path directory = directory();
    if (directory == null) {
      try (ZipOutputStream zip = new ZipOutputStream(new Unclosed(out))) {
        crate.write(CrateTarget.zip(zip, surroundings.now()));
      }
    } else {
      write(crate, directory);
    }
    crate.remarks().forEach(console()::remark);
  }

  /** Writes a directory under another name first, so that it is whole when it appears. */
  private static void write(RunCrate crate, Path directory) throws IOException {
    Path parent = Objects.requireNonNull(directory.getParent());
    Path part =
        Files.createDirectory(
            parent.resolve(
                ".%s.%d.part".formatted(directory.getFileName(), ProcessHandle.current().pid())));
    try {
      crate.write(CrateTarget.directory(part));
      Files.move(part, directory);
    } finally {
      delete(part);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(directory)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.delete(each);
    }
  }

  /** Keeps a stream open, which the caller closes. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
