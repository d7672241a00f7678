package org.colophon.cli.question;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.certify.CertifiedExport;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.Answers;
import org.colophon.query.attest.InTotoExporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
  @Parameters(
      paramLabel = "TARGET",
      arity = "0..*",
      description = "Targets whose lineage to export (default: everything).")
  private List<String> targets = new ArrayList<>();

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
  private String format;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description =
          "Export at most N nodes (default: "
              + Answers.EXPORTED
              + "); a service allows up to limits.nodes, which is its default too.")
  private Integer limit;

  @Option(
      names = "--changes",
      description = "Include the records attached to each write, such as patches.")
  private boolean withChanges;

  @Option(
      names = "--certified",
      description =
          "Add proofs of the records, for 'colophon check-proof' (prov-json and in-toto only).")
  private boolean isCertified;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "With --certified: the archive of the store.")
  private Path archive;

  @Option(
      names = "--sign",
      paramLabel = "KEY",
      description =
          "Sign the in-toto statement with this secret key of 'colophon keygen': a DSSE envelope.")
  private Path key;

  @Mixin private FilterOptions filter;

  public ExportCommand(Invocation invocation) {
    super(invocation, "/v1/export");
  }

  @Override
  public void prepare() {
    LimitOption.check(limit);
    output().checkFormat(format, List.of("json"));
    if (targets.isEmpty() && (isAncestors || isDescendants)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--ancestors and --descendants need a TARGET; without one, everything is exported");
    }
    format();
    if (archive != null && !isCertified) {
      throw ErrorCode.BAD_REQUEST.exception("--archive goes with --certified only");
    }
    boolean isInToto = format().equals(InTotoExporter.NAME);
    if (isCertified && !isInToto && !format().equals("prov-json")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--certified needs -f prov-json or -f in-toto: only those have room for proofs");
    }
    if (key != null && !isInToto) {
      throw ErrorCode.BAD_REQUEST.exception("--sign goes with -f in-toto only");
    }
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    targets.forEach(target -> request.parameter("target", target));
    if (isDescendants) {
      request.parameter("direction", isAncestors ? "both" : "descendants");
    }
    request.parameter("limit", limit).parameter("changes", withChanges ? true : null);
    filter.describe(request);
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
