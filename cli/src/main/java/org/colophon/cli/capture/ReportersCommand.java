// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.output.Output;
import org.colophon.cli.served.AvailableReporter;
import org.colophon.cli.served.ServedReporter;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the reporters of a running service, or those that could be attached. */
@Command(
    name = "reporters",
    description = "List the reporters of the service, or all available ones with their options.",
    footer = {
      "",
      "States: starting, running, draining, stopped, and failed with a reason.",
      "",
      "Examples:",
      "  colophon reporters              the attached reporters and their operations",
      "  colophon reporters --available  the available reporters and their options",
      "  colophon reporters --json"
    })
public final class ReportersCommand extends StoreCommand {
  @Option(names = "--available", description = "List the available reporters and their options.")
  private boolean isAvailableWanted;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  @Mixin private ServiceOption service;

  public ReportersCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    if (isAvailableWanted) {
      List<AvailableReporter> all = available();
      Output.write(console(), null, out -> write(all, out));
      return all.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
    }
    if (service.isEmbedded()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "only a service has reporters; --embedded needs --available");
    }
    try (ServiceConnection connection = ServiceOption.require(store())) {
      return list(connection);
    }
  }

  private List<AvailableReporter> available() {
    Optional<ServiceConnection> running = service.connect(store());
    if (running.isEmpty()) {
      return AvailableReporter.ofThisProcess();
    }
    try (ServiceConnection connection = running.get()) {
      return AvailableReporter.of(connection);
    }
  }

  private void write(List<AvailableReporter> all, OutputStream out) throws IOException {
    if (isJson) {
      JsonOutput.write(
          out,
          json -> {
            json.writeStartArray();
            for (AvailableReporter each : all) {
              each.write(json);
            }
            json.writeEndArray();
          });
      return;
    }
    PrintWriter text = new PrintWriter(out, false, StandardCharsets.UTF_8);
    all.forEach(each -> describe(each, text));
    text.flush();
  }

  private static void describe(AvailableReporter reporter, PrintWriter out) {
    out.println(
        DisplayText.text(reporter.name()) + "  " + DisplayText.text(reporter.description()));
    for (PluginOption option : reporter.options()) {
      String suffix =
          option.defaultValue().isEmpty() ? "" : " (default " + option.defaultValue() + ")";
      String assignment = option.name() + "=" + option.kind();
      out.println("    %-20s %s".formatted(assignment, unescaped(option.description() + suffix)));
    }
    out.println();
  }

  /** Returns terminal-safe text without escaping backslashes, since no program parses the text. */
  private static String unescaped(String text) {
    return DisplayText.text(text).replace("\\\\", "\\");
  }

  private int list(ServiceConnection connection) {
    if (isJson) {
      ServiceRequest request = ServiceRequest.get("/v1/reporters").build();
      try (ServiceResponse response = connection.exchangePatiently(request)) {
        Output.write(console(), null, response::copyTo);
        return response.isFound() ? ExitCode.FOUND : ExitCode.NOTHING;
      }
    }
    List<ServedReporter> all = ServedReporter.of(connection);
    if (all.isEmpty()) {
      console()
          .remark(
              "no reporter is attached; colophon reporters --available lists those that can be attached");
      return ExitCode.NOTHING;
    }
    table(all).print(console().bytes(), console().widthColumns());
    all.stream()
        .filter(ServedReporter::isFailed)
        .forEach(
            each -> console().remark(each.id() + " failed: " + DisplayText.text(each.reason())));
    return ExitCode.FOUND;
  }

  private static TextTable table(List<ServedReporter> all) {
    TextTable table =
        new TextTable("id", "reporter", "state", "operations", "refused", "since", "options");
    for (ServedReporter each : all) {
      table.row(
          DisplayText.text(each.id()),
          DisplayText.text(each.name()),
          DisplayText.text(each.state()),
          DisplayText.count(each.operations()),
          each.refused() == 0 ? "-" : DisplayText.count(each.refused()),
          time(each.started()),
          options(each.options()));
    }
    return table;
  }

  private static String time(String instant) {
    return DisplayText.time(
        Instant.parse(instant).toEpochMilli() * 1_000_000, ZoneId.systemDefault());
  }

  private static String options(Map<String, String> options) {
    return options.entrySet().stream()
        .map(each -> DisplayText.text(each.getKey() + "=" + each.getValue()))
        .collect(Collectors.joining(" "));
  }
}
