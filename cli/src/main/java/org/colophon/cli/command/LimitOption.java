package org.colophon.cli.command;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.LineageQuery;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Option;

/** How many things a question goes through. A service may allow fewer. */
final class LimitOption {
  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description =
          "Go through at most N things (default: "
              + LineageQuery.DEFAULT_MAX_NODES
              + "); a service allows up to limits.nodes.")
  private Integer limit;

  /** Refuses what makes no sense. */
  void check() {
    check(limit);
  }

  static void check(Integer limit) {
    if (limit != null && limit <= 0) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "the limit of nodes must be positive, not " + limit);
    }
  }

  int nodes() {
    return limit == null ? LineageQuery.DEFAULT_MAX_NODES : limit;
  }

  /** Tells the service. */
  void describe(ServiceRequest.Builder request) {
    request.parameter("limit", limit);
  }
}
