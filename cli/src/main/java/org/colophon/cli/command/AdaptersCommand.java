package org.colophon.cli.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Json;
import org.colophon.cli.output.Output;
import org.colophon.cli.output.Shown;
import org.colophon.cli.output.TextTable;
import org.colophon.core.kernel.AttachedAdapter;
import org.colophon.core.spi.storage.LineageReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the storage adapters of a store; the commands below it change them. */
@Command(
    name = "adapters",
    description = "List the storage adapters of the store; attach, catch up, rebuild, detach them.",
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
      "",
      "The primary adapter takes part in every recording. The others rest, and are brought up to",
      "date when they are asked something.",
      "",
      "Examples:",
      "  colophon adapters                          which there are, and how far behind",
      "  colophon adapters attach neo4j             for Cypher; with the history so far",
      "  colophon adapters catch-up neo4j           bring it up to date now",
      "  colophon adapters detach neo4j             delete it"
    })
final class AdaptersCommand extends StoreCommand {
  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  AdaptersCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  Map<String, BaseCommand> subcommands() {
    Map<String, BaseCommand> commands = new LinkedHashMap<>();
    commands.put("attach", new AttachAdapterCommand(invocation()));
    commands.put("catch-up", new CatchUpCommand(invocation()));
    commands.put("rebuild", new RebuildCommand(invocation()));
    commands.put("detach", new DetachCommand(invocation()));
    return commands;
  }

  @Override
  int run() {
    Store store = store();
    store.requireToExist();
    List<Line> lines = lines(store);
    Output.write(console(), null, out -> write(lines, out));
    return ExitCode.FOUND;
  }

  private void write(List<Line> lines, OutputStream out) throws IOException {
    if (isJson) {
      Json.write(out, json -> writeAll(json, lines));
      return;
    }
    TextTable table = new TextTable("name", "engine", "state", "held LSN", "behind", "size");
    for (Line line : lines) {
      table.row(
          line.adapter.name(),
          line.adapter.engine(),
          line.state(),
          Shown.count(line.heldLsn),
          line.behind() == 0 ? "-" : Shown.count(line.behind()),
          Shown.size(line.bytes));
    }
    table.print(out);
  }

  private static List<Line> lines(Store store) {
    String primary = store.primary().name();
    long lastLsn;
    try (LineageReader reader = store.openReader()) {
      lastLsn = reader.visibleLsn();
    }
    List<Line> lines = new ArrayList<>();
    for (AttachedAdapter each : store.attached()) {
      boolean isPrimary = each.name().equals(primary);
      long heldLsn = isPrimary ? lastLsn : each.heldLsn();
      lines.add(new Line(each, isPrimary, heldLsn, lastLsn, store.bytes(each.name())));
    }
    return lines;
  }

  private static void writeAll(JsonGenerator json, List<Line> lines) throws IOException {
    json.writeStartArray();
    for (Line line : lines) {
      json.writeStartObject();
      json.writeStringField("name", line.adapter.name());
      json.writeStringField("engine", line.adapter.engine());
      json.writeStringField("state", line.state());
      json.writeNumberField("heldLsn", line.heldLsn);
      json.writeNumberField("behind", line.behind());
      json.writeNumberField("diskBytes", line.bytes);
      json.writeObjectFieldStart("options");
      for (Map.Entry<String, String> option : line.adapter.options().entrySet()) {
        json.writeStringField(option.getKey(), option.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * One adapter.
   *
   * @param lastLsn what the primary holds
   */
  private record Line(
      AttachedAdapter adapter, boolean isPrimary, long heldLsn, long lastLsn, long bytes) {
    String state() {
      return isPrimary ? "primary" : "resting";
    }

    /** How many operations it was not given yet, at most: suppressed ones have LSNs too. */
    long behind() {
      return Math.max(0, lastLsn - heldLsn);
    }
  }
}
