package org.colophon.cli.question;

import java.util.ArrayList;
import java.util.List;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Option;

/** Options that filter a lineage. By default, a lineage omits code and files of tools. */
public final class FilterOptions {
  @Option(
      names = "--data-only",
      description = "Follow content only, not starts, signals and names.")
  private boolean isDataOnly;

  @Option(
      names = "--hide",
      paramLabel = "GLOB",
      description =
          "Leave out objects with such names, everything below such directories, and such "
              + "programs unless they connect shown nodes. Repeatable.")
  private List<String> hidden = new ArrayList<>();

  @Option(
      names = {"-a", "--all"},
      description = "Include everything: all depths, code, files of the system and of tools.")
  private boolean isAll;

  /** Adds these options to a request to the service. */
  public void describe(ServiceRequest.Builder request) {
    request.parameter("data-only", isDataOnly ? true : null).parameter("all", isAll ? true : null);
    hidden.forEach(glob -> request.parameter("hide", glob));
  }
}
