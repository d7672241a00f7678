package org.colophon.cli.question;

import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes out everything that is recorded, or everything behind some targets. */
@Command(
    name = "export",
    description = "Export the whole graph, or the origins of targets.",
    footer = {
      "",
      "Examples:",
      "  colophon export -f prov-json -o everything.json",
      "  colophon export prog report.txt -f graphml -o prog.graphml",
      "  colophon export notes.txt --changes --json  with patches of what was written"
    })
public final class ExportCommand extends AnswerCommand {
  @Parameters(
      paramLabel = "TARGET",
      arity = "0..*",
      description = "Targets whose origins to export (default: everything).")
  private List<String> targets = new ArrayList<>();

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

  @Mixin private FilterOptions filter;

  public ExportCommand(Invocation invocation) {
    super(invocation, "/v1/export");
  }

  @Override
  public void prepare() {
    LimitOption.check(limit);
    output().checkFormat(format, List.of("json"));
    format();
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    targets.forEach(target -> request.parameter("target", target));
    request.parameter("limit", limit).parameter("changes", withChanges ? true : null);
    filter.describe(request);
  }

  @Override
  public Answer answer(Answers answers) {
    int most = limit == null ? Answers.EXPORTED : limit;
    return answers.export(targets, most, withChanges, filter.filter());
  }

  @Override
  public String format() {
    if (format != null) {
      return format;
    }
    return output().isJson() ? "json" : FormatNames.bySuffix(outputFile(), "prov-json");
  }
}
