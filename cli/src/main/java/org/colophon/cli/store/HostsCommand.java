// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.ServedHost;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.core.host.HostSummary;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the hosts whose histories are in a store. */
@Command(
    name = "hosts",
    description = "List the hosts whose histories the store has.",
    footer = {
      "",
      "Each host that reports to a service has a history of its own. Questions are",
      "about this host unless --host or a target HOST:/path names another.",
      "",
      "Examples:",
      "  colophon hosts",
      "  colophon lineage --host web1 /srv/report.pdf",
      "  colophon lineage web1:/srv/report.pdf"
    })
public final class HostsCommand extends StoreCommand {
  /** Difference of clocks above which lineage between hosts may miss connections. */
  private static final long MAX_CLOCK_SECONDS = 2;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  @Mixin private ServiceOption service;

  public HostsCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = store();
    store.requireToExist();
    List<ServedHost> all = service.query(store, ServedHost::of, () -> stored(store));
    if (isJson) {
      Output.write(console(), null, out -> JsonOutput.write(out, json -> write(all, json)));
    } else {
      table(all).print(console().bytes(), console().widthColumns());
    }
    for (ServedHost each : all) {
      long seconds = TimeUnit.MILLISECONDS.toSeconds(each.clockAheadMillis());
      if (Math.abs(seconds) >= MAX_CLOCK_SECONDS) {
        console()
            .remark(
                "the clock of host %s is %s seconds %s the service's"
                    .formatted(
                        each.host().name(),
                        DisplayText.count(Math.abs(seconds)),
                        seconds > 0 ? "ahead of" : "behind"));
      }
    }
    return all.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  private static List<ServedHost> stored(Store store) {
    return HostSummary.of(store.directory()).stream().map(ServedHost::of).toList();
  }

  private static TextTable table(List<ServedHost> all) {
    boolean isCluster =
        all.stream().anyMatch(each -> !each.node().isEmpty() || !each.standbys().isEmpty());
    List<String> columns =
        new ArrayList<>(List.of("host", "machine id", "last LSN", "last write", "bytes"));
    if (isCluster) {
      columns.add("node");
    }
    TextTable table = new TextTable(columns.toArray(String[]::new));
    for (ServedHost each : all) {
      List<String> cells = new ArrayList<>(cells(each));
      if (isCluster) {
        cells.add(nodes(each));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  private static String nodes(ServedHost each) {
    StringBuilder text = new StringBuilder(place(each.node()));
    each.standbys()
        .forEach(
            copy ->
                text.append("; standby " + place(copy.node()) + " up to LSN " + copy.lastLsn()));
    return text.toString();
  }

  private static String place(String node) {
    return node.isEmpty() ? "here" : node;
  }

  private static List<String> cells(ServedHost each) {
    HostSummary summary = each.summary();
    long behind = each.sourceLsn() - summary.lastLsn();
    String written =
        summary.lastWriteMillis() == 0
            ? "-"
            : Instant.ofEpochMilli(summary.lastWriteMillis())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    return List.of(
        each.host().name() + (summary.isLocal() ? " (this store's own)" : ""),
        each.host().id(),
        summary.lastLsn() + (behind > 0 ? " of " + each.sourceLsn() : ""),
        written,
        each.node().isEmpty() ? DisplayText.count(summary.bytes()) : "-");
  }

  private static void write(List<ServedHost> all, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (ServedHost each : all) {
      json.writeStartObject();
      json.writeStringField("name", each.host().name());
      json.writeStringField("id", each.host().id());
      json.writeBooleanField("local", each.summary().isLocal());
      json.writeNumberField("lastLsn", each.summary().lastLsn());
      json.writeNumberField("sourceLsn", each.sourceLsn());
      json.writeNumberField("lastWriteMillis", each.summary().lastWriteMillis());
      json.writeNumberField("bytes", each.summary().bytes());
      json.writeNumberField("clockAheadMillis", each.clockAheadMillis());
      json.writeStringField("node", each.node());
      json.writeArrayFieldStart("standbys");
      for (ServedHost.Standby copy : each.standbys()) {
        json.writeStartObject();
        json.writeStringField("node", copy.node());
        json.writeNumberField("lastLsn", copy.lastLsn());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
