// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.query.question.LineageQuestions.StaleQuestion;
import picocli.CommandLine.Command;

/** Shows the outputs whose inputs have changed since they were made. */
@Command(
    name = "stale",
    description = "Show the outputs whose inputs have changed since they were made.",
    footer = {
      "",
      "Compares each input of an output with later records, and with the disk. An input",
      "with other times but the recorded content is unchanged. Files of the system and",
      "of tools count only with --all.",
      "",
      "Exit code 0 means that each output is up to date, 1 that an output is out of",
      "date or that the capture is too incomplete to tell. 2 means wrong usage or no",
      "recorded output, 3 a failure of the store.",
      "",
      "Examples:",
      "  colophon stale                   all outputs below this directory",
      "  colophon stale fig/figure2.png --json",
      "  colophon stale paper/ && make submit"
    })
public final class StaleCommand extends VerdictCommand {
  public StaleCommand(Invocation invocation) {
    super(invocation, StaleQuestion.class);
  }
}
