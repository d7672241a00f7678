package org.colophon.cli.inside;

import org.colophon.cli.base.Invocation;
import picocli.CommandLine.Command;

/** {@code colophon cc}. */
@Command(
    name = "cc",
    description = "Compile C with clang, so that the program can record its function calls.",
    footer = {
      "",
      "The program behaves as before. It records calls when it runs under",
      "'colophon trace --functions', or with COLOPHON_FUNCTIONS in its environment.",
      "",
      "Examples:",
      "  colophon cc -O2 -o sum sum.c",
      "  colophon trace --functions '*' -- ./sum 1 2   and record each call",
      "  make CC=$(colophon cc --wrapper)              for a whole build"
    })
public final class CcCommand extends CompilerCommand {
  public CcCommand(Invocation invocation) {
    super(invocation, false);
  }
}
