package org.colophon.cli.question;

import java.util.ArrayList;
import java.util.List;
import org.colophon.service.answer.LineageFilter;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Option;

/** The options that filter a lineage. By default it omits code and system files. */
public final class FilterOptions {
  @Option(
      names = "--data-only",
      description = "Follow content only, not starts, signals and names.")
  private boolean isDataOnly;

  @Option(
      names = "--hide",
      paramLabel = "GLOB",
      description =
          "Leave out objects and programs of such names, and all below such directories. Repeatable.")
  private List<String> hidden = new ArrayList<>();

  @Option(
      names = {"-a", "--all"},
      description = "Include everything: all depths, code and system files.")
  private boolean isAll;

  public LineageFilter filter() {
    return new LineageFilter(isDataOnly, hidden, isAll);
  }

  /** Tells the service. */
  public void describe(ServiceRequest.Builder request) {
    request.parameter("data-only", isDataOnly ? true : null).parameter("all", isAll ? true : null);
    hidden.forEach(glob -> request.parameter("hide", glob));
  }
}
