package org.colophon.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.export.Exporters;
import org.colophon.query.export.LineageExporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes out everything that is recorded, or everything behind some targets. */
@Command(
    name = "export",
    description = "Write out the whole graph, or all that led to some targets.",
    footer = {
      "",
      "Examples:",
      "  colophon export -f prov-json -o everything.json",
      "  colophon export prog report.txt -f graphml -o prog.graphml"
    })
final class ExportCommand extends QueryCommand {
  @Parameters(
      paramLabel = "TARGET",
      arity = "0..*",
      description = "What to export the origins of (default: everything).")
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
      description = "At most N things (default: ${DEFAULT-VALUE}).",
      defaultValue = "10000000")
  private int limit;

  @Mixin private FilterOptions filter;

  ExportCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    LineageExporter exporter = Exporters.get(formatName());
    List<Root> roots = roots(question);
    if (roots.isEmpty()) {
      console().remark("the store is empty");
      return ExitCode.NOTHING;
    }
    LineageQuery.Builder query =
        LineageQuery.builder().roots(roots).asOfLsn(question.asOfLsn()).maxNodes(limit);
    Lineage lineage = question.engine().collect(filter.applyHidden(query).build());
    write(out -> exporter.write(lineage, look(), out));
    if (lineage.summary().isCutOff()) {
      console().remark("left out " + lineage.summary().beyondCount() + " beyond --limit " + limit);
    }
    return ExitCode.FOUND;
  }

  private List<Root> roots(Question question) {
    List<Root> roots = new ArrayList<>();
    for (String target : targets) {
      roots.addAll(question.target(target).roots());
    }
    if (targets.isEmpty()) {
      addEverything(question, roots);
    }
    return roots;
  }

  /** Ids are dense from 1 on, so counting finds every process and object. */
  private static void addEverything(Question question, List<Root> roots) {
    StoreStatistics held = question.reader().statistics();
    for (long id = 1; id <= held.objects(); id++) {
      roots.add(Root.object(id));
    }
    for (long id = 1; id <= held.processes(); id++) {
      roots.add(Root.process(id));
    }
  }

  private String formatName() {
    if (format != null) {
      return format;
    }
    String bySuffix = FormatNames.bySuffix(outputName());
    return output().isJson() || bySuffix.equals("tree") ? "prov-json" : bySuffix;
  }

  private String outputName() {
    return output().file(this) == null ? "" : output().file(this).getFileName().toString();
  }
}
