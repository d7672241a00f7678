// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.question.LineageQuestions.WhyQuestion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the shortest chains of influence from an effect to its causes. */
@Command(
    name = "why",
    description = "Show the shortest chains from an effect to its causes.",
    footer = {
      "",
      "Examples:",
      "  colophon why prog src/util.h      how util.h influenced prog",
      "  colophon why report.csv pid:4711  how a process influenced the report",
      "  colophon why prog util.h --paths 3    the three shortest chains",
      "  colophon why prog a.h --from b.h  how a.h or b.h influenced prog",
      "  colophon why db:/srv/a web:/srv/b  how a file on web influenced one on db",
      "  colophon why a b --data-only      only along content"
    })
public final class WhyCommand extends AnswerCommand {
  @Option(
      names = "--from",
      paramLabel = "CAUSE",
      description = "Another possible influence. Repeatable.")
  private List<String> otherCauses = new ArrayList<>();

  public WhyCommand(Invocation invocation) {
    super(invocation, WhyQuestion.class);
  }

  @Override
  public void prepare() {
    int most = WhyQuestion.MAX_PATHS;
    if (super.value("paths") instanceof Integer paths && (paths < 1 || paths > most)) {
      throw ErrorCode.BAD_REQUEST.exception("--paths must be from 1 to " + most + ", not " + paths);
    }
    super.prepare();
  }

  @Override
  public int targetsOfOneHost() {
    return 1;
  }

  @Override
  public @Nullable Object value(String parameter) {
    if (!parameter.equals("cause")) {
      return super.value(parameter);
    }
    List<Object> causes = new ArrayList<>((List<?>) super.value(parameter));
    causes.addAll(otherCauses);
    return causes;
  }
}
