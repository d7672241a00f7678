package org.colophon.cli.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.core.host.HostSummary;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the hosts whose histories a store has. */
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
  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  public HostsCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = store();
    store.requireToExist();
    List<HostSummary> all = HostSummary.of(store.directory());
    if (isJson) {
      Output.write(console(), null, out -> JsonOutput.write(out, json -> write(all, json)));
    } else {
      table(all).print(console().bytes(), console().widthColumns());
    }
    return all.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  private static TextTable table(List<HostSummary> all) {
    TextTable table = new TextTable("host", "machine id", "last LSN", "last write", "bytes");
    for (HostSummary each : all) {
      String written =
          each.lastWriteMillis() == 0
              ? "-"
              : Instant.ofEpochMilli(each.lastWriteMillis())
                  .truncatedTo(ChronoUnit.SECONDS)
                  .toString();
      table.row(
          each.host().name() + (each.isLocal() ? " (this store's own)" : ""),
          each.host().id(),
          "" + each.lastLsn(),
          written,
          DisplayText.count(each.bytes()));
    }
    return table;
  }

  private static void write(List<HostSummary> all, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (HostSummary each : all) {
      json.writeStartObject();
      json.writeStringField("name", each.host().name());
      json.writeStringField("id", each.host().id());
      json.writeBooleanField("local", each.isLocal());
      json.writeNumberField("lastLsn", each.lastLsn());
      json.writeNumberField("lastWriteMillis", each.lastWriteMillis());
      json.writeNumberField("bytes", each.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
