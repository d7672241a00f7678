// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints a script by which bash and zsh complete commands, options and their values. */
@Command(
    name = "completion",
    description = "Print a completion script for bash or zsh.",
    footer = {
      "",
      "Examples:",
      "  source <(colophon completion)",
      "  colophon completion > ~/.local/share/bash-completion/completions/colophon"
    })
final class CompletionCommand extends BaseCommand {
  CompletionCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    out().print(AutoComplete.bash("colophon", Colophon.describe(invocation())));
    return ExitCode.FOUND;
  }
}
