// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.query.answer.Answer;
import org.colophon.query.document.GitRevision;
import org.colophon.query.document.HostPackages;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RunJson;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.Revision;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.colophon.query.question.RecordQuestions.RunQuestion;
import org.jspecify.annotations.Nullable;

/**
 * Base class of commands that ask for a recorded run, and turn it into something else in this
 * process. So files of the user, keys and databases of packages are read with the rights of the
 * user, also if a service answers. Exit code 4 means that the run is incomplete.
 */
public abstract class RunCommand extends AnswerCommand {
  private boolean isComplete = true;

  protected RunCommand(Invocation invocation) {
    super(invocation, RunQuestion.class);
  }

  /** Writes the answer of this command and flushes. Leaves the stream open. */
  protected abstract void write(RecordedRun run, OutputStream out) throws IOException;

  @Override
  public final String format() {
    return "json";
  }

  @Override
  public final Answer.Body completed(Answer.Body answer) {
    return out -> {
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      answer.write(json);
      RecordedRun run = RunJson.read(new ByteArrayInputStream(json.toByteArray()));
      isComplete = run.isComplete();
      write(run, out);
    };
  }

  @Override
  public int exitCode(boolean isFound) {
    return isFound && !isComplete ? ExitCode.PARTIAL : super.exitCode(isFound);
  }

  /**
   * Returns what the host knows about a run. Packages and version control are known only on the
   * host of the run.
   *
   * @param differences files that differ from the record, which the user accepted
   * @param builder builder in statements
   */
  static Surroundings surroundings(RecordedRun run, List<String> differences, String builder) {
    List<SoftwarePackage> packages = OutputCheck.isHere(run) ? HostPackages.of(run) : List.of();
    return new Surroundings(tool(), Instant.now(), packages, revision(run), differences, builder);
  }

  /** Returns the name and version of this program, for documents. */
  static String tool() {
    String version = RunCommand.class.getPackage().getImplementationVersion();
    return version == null ? "colophon" : "colophon " + version;
  }

  /** Returns the state of version control at the directory of a run; null if it is not known. */
  static @Nullable Revision revision(RecordedRun run) {
    if (!OutputCheck.isHere(run)) {
      return null;
    }
    return run.roots()
        .mapToObj(each -> run.programs().get(each).directory())
        .filter(each -> !each.isEmpty())
        .findFirst()
        .map(each -> GitRevision.of(Path.of(each), run.begin()))
        .orElse(null);
  }
}
