// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.certify.CertifiedExport;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.query.answer.Answer;
import org.colophon.query.question.LineageQuestions.ExportQuestion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Exports the whole recorded graph, or the lineage of targets. */
@Command(
    name = "export",
    description = "Export the whole graph, or the lineage of targets.",
    footer = {
      "",
      "An export of targets contains what 'lineage' shows, to any depth: code and",
      "files of the system and of tools only with --all. Without a TARGET, everything",
      "is exported.",
      "",
      "Examples:",
      "  colophon export -f prov-json -o everything.json",
      "  colophon export prog report.txt -f graphml -o prog.graphml",
      "  colophon export a.csv --descendants --ancestors  in both directions",
      "  colophon export notes.txt --changes --json  with the patches of each write",
      "  colophon export prog -f prov-json -o prog.json --certified",
      "  colophon export -f parquet DIR   the histories of all hosts, as tables"
    })
public final class ExportCommand extends AnswerCommand {
  @Option(
      names = {"--descendants", "--downstream"},
      description = "Export what the targets influenced.")
  private boolean isDescendants;

  @Option(
      names = {"--ancestors", "--upstream"},
      description = "Export the origins (the default); with --descendants, both.")
  private boolean isAncestors;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: by the suffix, else prov-json); or parquet, which"
              + " adds to the tables in the directory DIR what they lack.")
  private @Nullable String format;

  @Option(
      names = "--certified",
      description = "Add proofs of the records, for 'colophon check-proof' (prov-json only).")
  private boolean isCertified;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "With --certified: the archive of the store.")
  private @Nullable Path archive;

  public ExportCommand(Invocation invocation) {
    super(invocation, ExportQuestion.class);
  }

  @Override
  public int run() {
    return TableExport.FORMAT.equals(format) ? new TableExport(this).run() : super.run();
  }

  @Override
  public void prepare() {
    super.prepare();
    output().checkFormat(format, List.of("json"));
    if (value("target") == null && (isAncestors || isDescendants)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--ancestors and --descendants need a TARGET; without one, everything is exported");
    }
    format();
    if (archive != null && !isCertified) {
      throw ErrorCode.BAD_REQUEST.exception("--archive needs --certified");
    }
    if (isCertified && !format().equals("prov-json")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--certified needs -f prov-json: only this format can carry proofs");
    }
    if (Boolean.TRUE.equals(value("as-recorded")) && !isCertified) {
      throw ErrorCode.BAD_REQUEST.exception("--as-recorded needs --certified");
    }
  }

  @Override
  public @Nullable Object value(String parameter) {
    if (parameter.equals("direction") && isDescendants) {
      return isAncestors ? "both" : "descendants";
    }
    return parameter.equals("check-disk") ? isCertified : super.value(parameter);
  }

  @Override
  public Answer.Body completed(Answer.Body answer) {
    return isCertified ? certified(answer) : answer;
  }

  private Answer.Body certified(Answer.Body answer) {
    Path directory = chosenStore().directory();
    Archive found =
        archive == null
            ? null
            : ArchiveRestore.archiveOf(directory, invocation().directory().resolve(archive));
    CertifiedExport export = new CertifiedExport(directory, found, position -> {});
    return out -> export.write(answer, out);
  }

  @Override
  public String format() {
    if (format != null) {
      return format;
    }
    return output().isJson() ? "json" : FormatNames.bySuffix(outputFile(), "prov-json");
  }
}
