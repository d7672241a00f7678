package org.colophon.cli.question;

import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the origins or the influence of targets. */
@Command(
    name = "lineage",
    description = "Show where something came from, or what it influenced.",
    footer = {
      "",
      "TARGET is a path, path@WHEN (an LSN, a time or a snapshot), a directory for all",
      "below it, pid:N, process:ID or object:ID; path@bytes=FROM-TO for bytes of a",
      "file, up to but not including TO.",
      "",
      "Examples:",
      "  colophon lineage prog                      where prog came from",
      "  colophon lineage src/main.c --descendants  the files that main.c influenced",
      "  colophon lineage prog --mine               only files of the project",
      "  colophon lineage prog report.txt           origins of both, in one answer",
      "  colophon lineage prog@release-1 --all      all origins of an earlier prog",
      "  colophon lineage prog -o prog.svg          a picture",
      "  colophon lineage out.txt@bytes=0-16        origins of its first 16 bytes",
      "  colophon lineage prog --json | jq .        for programs"
    })
public final class LineageCommand extends AnswerCommand {
  @Parameters(
      paramLabel = "TARGET",
      arity = "1..*",
      description = "Files, processes or objects; several get one common answer.")
  private List<String> targets;

  @Option(
      names = {"--descendants", "--downstream"},
      description = "Show what the target influenced.")
  private boolean isDescendants;

  @Option(
      names = {"--ancestors", "--upstream"},
      description = "Show the origins of the target (the default).")
  private boolean isAncestors;

  @Option(
      names = {"-d", "--depth"},
      paramLabel = "N",
      description =
          "Follow at most N steps (default: 3, or more while the answer is small; with --all, no"
              + " limit).")
  private Integer depth;

  @Option(
      names = "--bytes",
      description =
          "Show which input bytes each byte of TARGET came from, as colophon trace --bytes recorded.")
  private boolean isAboutBytes;

  @Mixin private LimitOption limit;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: by the suffix of --output, else tree).")
  private String format;

  @Mixin private FilterOptions filter;

  @Mixin private MineOption mine;

  public LineageCommand(Invocation invocation) {
    super(invocation, "/v1/lineage");
  }

  @Override
  public void prepare() {
    if (isAncestors && isDescendants) {
      throw ErrorCode.BAD_REQUEST.exception("give either --ancestors or --descendants, not both");
    }
    if (depth != null && depth < 0) {
      throw ErrorCode.BAD_REQUEST.exception("depth must not be negative: " + depth);
    }
    limit.check();
    output().checkFormat(format, List.of("json"));
    format();
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    targets.forEach(target -> request.parameter("target", target));
    request
        .parameter("direction", isDescendants ? "descendants" : "ancestors")
        .parameter("depth", depth)
        .parameter("bytes", isAboutBytes ? true : null);
    limit.describe(request);
    filter.describe(request);
    mine.describe(request);
  }

  @Override
  public String format() {
    if (output().isJson()) {
      return "json";
    }
    return format == null ? FormatNames.bySuffix(outputFile(), "tree") : format;
  }
}
