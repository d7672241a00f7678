// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.ProcessReplacement;
import org.colophon.reporters.function.FunctionReporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compiles C or C++ with clang, so that the program can record its calls of functions: {@code
 * colophon cc} and {@code colophon c++}.
 */
@Command(
    description = "Compile C or C++ with clang, so that the program can record its function calls.",
    footer = {
      "",
      "The program behaves as before. It records calls when it runs under",
      "'colophon trace --functions', or with COLOPHON_FUNCTIONS in its environment.",
      "",
      "Examples:",
      "  colophon cc -O2 -o sum sum.c",
      "  colophon c++ -O2 -o sum sum.cc",
      "  colophon trace --functions '*' -- ./sum 1 2   and record each call",
      "  make CC=$(colophon cc --wrapper)              for a whole build"
    })
public final class CompilerCommand extends BaseCommand {
  private final boolean isCpp;

  @Parameters(
      paramLabel = "WORD",
      arity = "0..*",
      description = "Options and files of clang, as for the compiler itself.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--wrapper",
      description = "Print the path of the compiler script, for CC and CXX of a build.")
  private boolean isWrapperWanted;

  public CompilerCommand(Invocation invocation, boolean isCpp) {
    super(invocation);
    this.isCpp = isCpp;
  }

  @Override
  public boolean endsWithCommand() {
    return true;
  }

  @Override
  public boolean passesOptionsOn() {
    return true;
  }

  @Override
  public int run() {
    Path compiler =
        invocation().launcher().installing("inside", () -> FunctionReporter.compiler(isCpp));
    if (isWrapperWanted) {
      console().out().println(compiler);
      return 0;
    }
    List<String> command = new ArrayList<>(List.of(compiler.toString()));
    command.addAll(words);
    try {
      ProcessReplacement.replace(command, System.getenv());
      return 0;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot run " + compiler + ": " + e.getMessage(), e);
    }
  }
}
