// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.docs.CommandDocs;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.ebpf.EbpfReporter;
import org.colophon.reporters.function.FunctionReporter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Generates documents from the model of all commands, for the documentation and for packages. */
@Command(
    name = "generate",
    hidden = true,
    description = {
      "Write the command reference, man pages or a completion script into DIR.",
      "native: build native code into the cache directory instead."
    })
final class GenerateCommand extends BaseCommand {
  @Parameters(
      index = "0",
      paramLabel = "docs|man|completion|native",
      description = "The documents.")
  private String kind;

  @Parameters(index = "1", arity = "0..1", paramLabel = "DIR", description = "The directory.")
  private Path directory = Path.of("");

  GenerateCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    try {
      Files.createDirectories(absolute(directory));
      for (Map.Entry<String, String> file : files().entrySet()) {
        Files.writeString(absolute(directory).resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot write into " + directory + ": " + e.getMessage(), e);
    }
    return ExitCode.FOUND;
  }

  private Map<String, String> files() {
    CommandLine line = Colophon.describe(invocation());
    return switch (kind) {
      case "docs" -> Map.of("commands.md", CommandDocs.markdown(line));
      case "man" -> CommandDocs.manPages(line);
      case "native" -> {
        FunctionReporter.compiler(false);
        new ByteTool.Builder().build();
        EbpfReporter.Builder.programs();
        yield Map.of();
      }
      case "completion" -> Map.of("colophon", AutoComplete.bash("colophon", line));
      default ->
          throw ErrorCode.BAD_REQUEST.exception(
              "generate docs, man, completion or native, not '" + kind + "'");
    };
  }
}
