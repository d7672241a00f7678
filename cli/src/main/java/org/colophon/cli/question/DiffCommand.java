// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.query.question.LineageQuestions.DiffQuestion;
import picocli.CommandLine.Command;

/** Shows the differences between the origins of two objects, processes or directories. */
@Command(
    name = "diff",
    description = "Compare the origins of two targets, or of two states of one target.",
    footer = {
      "",
      "Begins with the inputs that differ. Two directories are compared by relative",
      "names. Exit codes are those of diff(1): 0 means no difference, 1 a difference.",
      "1 also means that only --all shows a difference, or that the limit cut off a",
      "part. 2 means wrong usage or an unknown target, 3 a failure of the store.",
      "",
      "Examples:",
      "  colophon diff prog@release-1 prog      changes in the origins of prog",
      "  colophon diff prog-a prog-b --data-only",
      "  colophon diff build-1 build-2          all files below two directories"
    })
public final class DiffCommand extends VerdictCommand {
  public DiffCommand(Invocation invocation) {
    super(invocation, DiffQuestion.class);
  }
}
