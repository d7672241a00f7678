package org.colophon.cli.question;

import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.LineageQuery;
import picocli.CommandLine.Option;

/** The option for the maximum number of nodes that a query visits. A service may permit fewer. */
public final class LimitOption {
  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description =
          "Visit at most N nodes (default: "
              + LineageQuery.DEFAULT_MAX_NODES
              + "); a service allows up to limits.nodes.")
  private Integer limit;

  /** Rejects a limit that is not positive. */
  public void check() {
    check(limit);
  }

  public static void check(Integer limit) {
    if (limit != null && limit <= 0) {
      throw ErrorCode.BAD_REQUEST.exception("the limit of nodes must be positive, not " + limit);
    }
  }

  /** Adds this option to a request to the service. */
  public void describe(ServiceRequest.Builder request) {
    request.parameter("limit", limit);
  }
}
