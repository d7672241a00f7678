package org.colophon.cli.command;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Target;
import org.colophon.query.export.Exporters;
import org.colophon.query.export.LineageExporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows where something came from, or what it went on to influence. */
@Command(
    name = "lineage",
    description = "Show where something came from, or what it went on to influence.",
    footer = {
      "",
      "TARGET is a path, path@WHEN (an LSN, a time or a snapshot), a folder for all below it,",
      "pid:N, process:ID or object:ID.",
      "",
      "Examples:",
      "  colophon lineage prog                        where prog came from",
      "  colophon lineage src/main.c --descendants    what main.c went into",
      "  colophon lineage prog@release-1 --all        all there is about an earlier prog",
      "  colophon lineage prog -o prog.svg            a picture (needs graphviz)",
      "  colophon lineage prog --json | jq .          for programs"
    })
final class LineageCommand extends QueryCommand {
  private static final int DEFAULT_DEPTH = 3;

  @Parameters(paramLabel = "TARGET", description = "What to ask about.")
  private String target;

  @Option(
      names = {"--descendants", "--downstream"},
      description = "What it influenced.")
  private boolean isDescendants;

  @Option(
      names = {"--ancestors", "--upstream"},
      description = "What it came from (the default).")
  private boolean isAncestors;

  @Option(
      names = {"-d", "--depth"},
      paramLabel = "N",
      description = "How many steps to go (default: 3; with --all as far as it goes).")
  private Integer depth;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Show at most N things (default: ${DEFAULT-VALUE}).",
      defaultValue = "" + LineageQuery.DEFAULT_MAX_NODES)
  private int limit;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: by the suffix of --output, else tree).")
  private String format;

  @Mixin private FilterOptions filter;

  LineageCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    LineageExporter exporter = Exporters.get(formatName());
    Target found = question.target(target);
    Lineage lineage = question.engine().collect(query(question, found));
    write(out -> exporter.write(lineage, look(), out));
    if (lineage.isEmpty()) {
      console().remark("nothing else is known to have led to or from " + found.text());
    }
    return lineage.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  private LineageQuery query(Question question, Target found) {
    LineageQuery.Builder query =
        LineageQuery.builder()
            .roots(found.roots())
            .direction(direction())
            .asOfLsn(question.asOfLsn())
            .maxDepth(maxDepth())
            .maxNodes(limit);
    return filter.apply(query).build();
  }

  private Direction direction() {
    if (isAncestors && isDescendants) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "ask for --ancestors or for --descendants, one at a time");
    }
    return isDescendants ? Direction.DESCENDANTS : Direction.ANCESTORS;
  }

  private int maxDepth() {
    if (depth != null) {
      return depth;
    }
    return filter.isAll() ? LineageQuery.UNLIMITED : DEFAULT_DEPTH;
  }

  private String formatName() {
    if (output().isJson()) {
      return "json";
    }
    Path file = output().file(this);
    String bySuffix = file == null ? "tree" : FormatNames.bySuffix(file.getFileName().toString());
    return format == null ? bySuffix : format;
  }
}
