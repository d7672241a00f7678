// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.cli.served.ServedAdapter;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the storage adapters of a store. Subcommands change them. */
@Command(
    name = "adapters",
    description = "List the storage adapters of the store; attach, catch up, rebuild, detach them.",
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
      "",
      "The primary adapter takes part in every recording. The others rest, and are",
      "brought up to date before they answer. While a service runs, the adapters in its",
      "configuration run in it, and the others rest.",
      "",
      "Examples:",
      "  colophon adapters                 the adapters and their lag",
      "  colophon adapters attach neo4j    for Cypher; with the history so far",
      "  colophon adapters catch-up neo4j  bring it up to date now",
      "  colophon adapters detach neo4j    delete it"
    })
public final class AdaptersCommand extends StoreCommand {
  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  @Mixin private ServiceOption service;

  public AdaptersCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public Map<String, BaseCommand> subcommands() {
    Map<String, BaseCommand> commands = new LinkedHashMap<>();
    commands.put("attach", new AttachAdapterCommand(invocation()));
    commands.put("catch-up", new CatchUpCommand(invocation()));
    commands.put("rebuild", new RebuildCommand(invocation()));
    commands.put("accept-loss", new AcceptLossCommand(invocation()));
    commands.put("detach", new DetachAdapterCommand(invocation()));
    return commands;
  }

  @Override
  public int run() {
    Store store = store();
    store.requireToExist();
    List<AdapterLine> lines = lines(store);
    Output.write(console(), null, out -> write(lines, out));
    return ExitCode.FOUND;
  }

  private List<AdapterLine> lines(Store store) {
    return service.query(
        store,
        connection -> AdapterLine.of(store, ServedAdapter.of(connection)),
        () -> AdapterLine.of(store));
  }

  private void write(List<AdapterLine> lines, OutputStream out) throws IOException {
    if (isJson) {
      AnswerJson.write(lines, out);
      return;
    }
    TextTable table = new TextTable("name", "engine", "state", "held LSN", "behind", "size");
    for (AdapterLine line : lines) {
      table.row(
          line.name(),
          line.engine(),
          line.state(),
          DisplayText.count(line.heldLsn()),
          line.behind() == 0 ? "-" : DisplayText.count(line.behind()),
          DisplayText.size(line.diskBytes()));
    }
    table.print(out);
  }
}
