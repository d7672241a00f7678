// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.certify.CertifiedExport;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.query.answer.Answer;
import org.colophon.query.attest.InTotoExporter;
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
      "  colophon export prog -f in-toto -o prog.intoto.json --certified --sign my.key"
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
      description = "One of ${COMPLETION-CANDIDATES} (default: by the suffix, else prov-json).")
  private @Nullable String format;

  @Option(
      names = "--certified",
      description =
          "Add proofs of the records, for 'colophon check-proof' (prov-json and in-toto only).")
  private boolean isCertified;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "With --certified: the archive of the store.")
  private @Nullable Path archive;

  @Option(
      names = "--sign",
      paramLabel = "KEY",
      description =
          "Sign the in-toto statement with this secret key of 'colophon keygen': a DSSE envelope.")
  private @Nullable Path key;

  public ExportCommand(Invocation invocation) {
    super(invocation, ExportQuestion.class);
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
    boolean isInToto = format().equals(InTotoExporter.NAME);
    if (isCertified && !isInToto && !format().equals("prov-json")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--certified needs -f prov-json or -f in-toto: only these formats can carry proofs");
    }
    if (Boolean.TRUE.equals(value("as-recorded")) && !isInToto && !isCertified) {
      throw ErrorCode.BAD_REQUEST.exception("--as-recorded needs -f in-toto or --certified");
    }
    if (key != null && !isInToto) {
      throw ErrorCode.BAD_REQUEST.exception("--sign needs -f in-toto");
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
    Answer.Body document = isCertified ? certified(answer) : answer;
    if (key == null) {
      return document;
    }
    SigningKey signer = KeyFile.read(invocation().directory().resolve(key));
    return out -> CertifiedExport.sign(document, signer, out);
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
