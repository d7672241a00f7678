// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.search;

import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.query.question.RecordQuestions.FindQuestion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds objects, processes, agents and extended records by conditions. */
@Command(
    name = "find",
    description = "Find files, processes, users and records by their properties.",
    footer = {
      "",
      "All conditions must hold. A condition excludes what cannot meet it: --pid finds",
      "processes only. A pattern without a slash is compared with the last part of a",
      "name. Something removed is found by its last name. Without --host, all hosts of",
      "the store are asked, unless a condition has an id or LSN.",
      "",
      "Examples:",
      "  colophon find '*.c'                      files of such a name",
      "  colophon find --written-by pid:4711      files that a process wrote",
      "  colophon find --writes prog --since 2h   processes that wrote prog lately",
      "  colophon find --command 'cc *.c'         processes with such arguments",
      "  colophon find --type object --top 10 --sort bytes",
      "  colophon find --content needle --type record --json"
    })
public final class FindCommand extends AnswerCommand {
  @Option(names = "--csv", description = "Answer in CSV (RFC 4180).")
  private boolean isCsv;

  public FindCommand(Invocation invocation) {
    super(invocation, FindQuestion.class);
  }

  @Override
  public void prepare() {
    super.prepare();
    output().checkFormat(isCsv ? "csv" : null, List.of());
  }

  @Override
  public @Nullable Object value(String parameter) {
    return parameter.equals("all-hosts") ? !isOfNamedHost() : super.value(parameter);
  }

  @Override
  public String format() {
    return isCsv ? "csv" : super.format();
  }
}
