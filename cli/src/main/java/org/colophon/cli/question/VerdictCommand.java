// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.util.function.IntSupplier;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.question.Question;

/** Base class of questions that a script asks for their exit code: 1 if anything is found. */
public abstract class VerdictCommand extends AnswerCommand {
  protected VerdictCommand(Invocation invocation, Class<? extends Question> question) {
    super(invocation, question);
  }

  @Override
  public int exitCode(boolean isFound) {
    return isFound ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  @Override
  public int run() {
    return orUsage(super::run);
  }

  /** Runs a query. Reports an unknown target as wrong usage, since exit code 1 is a verdict. */
  public static int orUsage(IntSupplier query) {
    try {
      return query.getAsInt();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      throw ErrorCode.BAD_REQUEST.exception(e.getMessage(), e);
    }
  }
}
