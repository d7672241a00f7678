package org.colophon.cli.command;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.History;
import org.colophon.query.api.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what happened at a path. */
@Command(
    name = "history",
    description = "Show what happened at a path: created, written, cut off, renamed, removed.",
    footer = {
      "",
      "Examples:",
      "  colophon history prog",
      "  colophon history prog --as-of release-1",
      "  colophon history prog --json"
    })
final class HistoryCommand extends ReportCommand {
  @Parameters(paramLabel = "FILE", description = "The path.")
  private String file;

  HistoryCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    Target target = question.target(file);
    if (target.path().isEmpty()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "history is about a path; for " + file + " use colophon show");
    }
    History history = question.engine().history(target.path(), until(question, target));
    writeReport(history);
    return history.events().isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  /** A name that is gone stands for its last version, but its history includes its end. */
  private long until(Question question, Target target) {
    boolean isUndated = absolute(Path.of(file)).toString().equals(target.path().toString());
    return isUndated ? question.asOfLsn() : Math.min(question.asOfLsn(), target.lsn());
  }
}
