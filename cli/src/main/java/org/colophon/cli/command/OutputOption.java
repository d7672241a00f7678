package org.colophon.cli.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where an answer goes, and whether a program will read it. */
final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to FILE instead of standard output.")
  private Path file;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  boolean isJson() {
    return isJson;
  }

  /** The file, absolute; null for standard output. */
  Path file(BaseCommand command) {
    return file == null ? null : command.absolute(file);
  }
}
