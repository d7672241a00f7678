// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.question.LineageQuestions.LineageQuestion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the origins or the influence of targets. */
@Command(
    name = "lineage",
    description = "Show where something came from, or what it influenced.",
    footer = {
      "",
      "TARGET is a path, path@WHEN (an LSN, a time or a snapshot), a directory for all",
      "below it, exe:PROGRAM for all runs of a program, pid:N, process:ID or object:ID;",
      "path@bytes=FROM-TO for bytes of a file, up to but not including TO.",
      "",
      "Examples:",
      "  colophon lineage prog                      where prog came from",
      "  colophon lineage src/main.c --descendants  the files that main.c influenced",
      "  colophon lineage prog --mine               only files of the project",
      "  colophon lineage prog report.txt           origins of both, in one answer",
      "  colophon lineage prog@release-1 --all      all origins of an earlier prog",
      "  colophon lineage exe:curl --descendants    what the runs of curl influenced",
      "  colophon lineage prog -o prog.svg          a picture",
      "  colophon lineage out.txt@bytes=0-16        origins of its first 16 bytes",
      "  colophon lineage prog --json | jq .        for programs"
    })
public final class LineageCommand extends AnswerCommand {
  @Option(
      names = {"--ancestors", "--upstream"},
      description = "Show the origins of the target (the default).")
  private boolean isAncestors;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: by the suffix of --output, else tree).")
  private @Nullable String format;

  public LineageCommand(Invocation invocation) {
    super(invocation, LineageQuestion.class);
  }

  @Override
  public void prepare() {
    if (isAncestors && value("direction") != null) {
      throw ErrorCode.BAD_REQUEST.exception("give either --ancestors or --descendants, not both");
    }
    if (value("depth") instanceof Integer depth && depth < 0) {
      throw ErrorCode.BAD_REQUEST.exception("--depth must be 0 or more, not " + depth);
    }
    super.prepare();
    output().checkFormat(format, List.of("json"));
    format();
  }

  @Override
  public String format() {
    if (output().isJson()) {
      return "json";
    }
    return format == null ? FormatNames.bySuffix(outputFile(), "tree") : format;
  }
}
