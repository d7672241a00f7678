// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.watch;

import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.question.RecordQuestions.StatusQuestion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the size and gaps of a store, or the state of a running service. */
@Command(
    name = "status",
    description = "Show the content of the store and the gaps in its record.",
    footer = {
      "",
      "--service and --watch show a running service: what was reported and how fast,",
      "its queue, how far adapters are behind, and its reporters. Without a terminal,",
      "--watch prints a line a second; --json makes it a JSON object.",
      "All of it reports the present, so --as-of is refused.",
      "",
      "Examples:",
      "  colophon status",
      "  colophon status --store /srv/prov --json",
      "  colophon status --watch                until Ctrl-C",
      "  colophon status --watch --samples 60 --json > minute.ndjson"
    })
public final class StatusCommand extends AnswerCommand {
  @Option(names = "--service", description = "Show the running service instead of its store.")
  private boolean isServiceWanted;

  @Option(
      names = {"-w", "--watch"},
      description = "Follow the running service: rates, queue, lag.")
  private boolean isWatch;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "With --watch: end after N seconds (default: when ended by Ctrl-C).")
  private @Nullable Integer samples;

  public StatusCommand(Invocation invocation) {
    super(invocation, StatusQuestion.class);
  }

  @Override
  public int run() {
    if (samples != null && (samples < 1 || !isWatch)) {
      throw ErrorCode.BAD_REQUEST.exception("--samples must be at least 1 and needs --watch");
    }
    if (!isWatch && !isServiceWanted) {
      return super.run();
    }
    refuseOthers();
    try (ServiceConnection connection = ServiceOption.require(store())) {
      return isWatch ? watch(connection) : show(connection);
    }
  }

  /** Rejects options that a running service ignores. */
  private void refuseOthers() {
    String with = isWatch ? "--watch" : "--service";
    refuseStoreOptions(with);
    if (output().isWidthGiven() || (isWatch && outputFile() != null)) {
      throw ErrorCode.BAD_REQUEST.exception(
          (output().isWidthGiven() ? "--width" : "--output") + " cannot be used with " + with);
    }
  }

  @Override
  public void prepare() {
    refuseAsOf();
  }

  private int watch(ServiceConnection connection) {
    int most = samples == null ? Integer.MAX_VALUE : samples;
    return new StatusWatch(console(), store(), output().isJson(), most).run(connection);
  }

  private int show(ServiceConnection connection) {
    ServiceRequest request =
        ServiceRequest.get("/v1/status")
            .parameter("format", output().isJson() ? "json" : "text")
            .build();
    try (ServiceResponse response = connection.exchangePatiently(request)) {
      write(response::copyTo);
    }
    return ExitCode.FOUND;
  }
}
