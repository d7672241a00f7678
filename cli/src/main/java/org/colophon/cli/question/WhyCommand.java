package org.colophon.cli.question;

import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
  private static final int MAX_PATHS = 100;

  @Parameters(index = "0", paramLabel = "EFFECT", description = "The influenced file or process.")
  private String effect;

  @Parameters(index = "1", paramLabel = "CAUSE", description = "The possible influence.")
  private String cause;

  @Option(
      names = "--from",
      paramLabel = "CAUSE",
      description = "Another possible influence. Repeatable.")
  private List<String> otherCauses = new ArrayList<>();

  @Option(
      names = "--paths",
      paramLabel = "K",
      description = "Show the K shortest chains, at most 100 (default: 1).")
  private int paths = 1;

  @Mixin private LimitOption limit;

  @Mixin private FilterOptions filter;

  public WhyCommand(Invocation invocation) {
    super(invocation, "/v1/why");
  }

  @Override
  public void prepare() {
    limit.check();
    if (paths < 1 || paths > MAX_PATHS) {
      throw ErrorCode.BAD_REQUEST.exception("--paths is from 1 to " + MAX_PATHS + ", not " + paths);
    }
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("effect", effect);
    causes().forEach(each -> request.parameter("cause", each));
    request.parameter("paths", paths == 1 ? null : paths);
    limit.describe(request);
    filter.describe(request);
  }

  @Override
  public int targetsOfOneHost() {
    return 1;
  }

  private List<String> causes() {
    List<String> causes = new ArrayList<>(List.of(cause));
    causes.addAll(otherCauses);
    return causes;
  }
}
