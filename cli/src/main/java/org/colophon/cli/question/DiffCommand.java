package org.colophon.cli.question;

import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
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
public final class DiffCommand extends AnswerCommand {
  public DiffCommand(Invocation invocation) {
    super(invocation, DiffQuestion.class);
  }

  /** Returns the exit code of diff(1), which is 1 for a difference. */
  @Override
  public int exitCode(boolean isFound) {
    return isFound ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  /**
   * Runs the query. Reports an unknown target as wrong usage, since exit code 1 means a difference.
   */
  @Override
  public int run() {
    try {
      return super.run();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      throw ErrorCode.BAD_REQUEST.exception(e.getMessage(), e);
    }
  }
}
