package org.colophon.cli.command;

import org.colophon.cli.config.Store;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.Shown;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes an adapter away from a store, with its data. */
@Command(
    name = "detach",
    description = "Detach a storage adapter and delete its data; the others keep theirs.",
    footer = {
      "",
      "Examples:",
      "  colophon adapters detach neo4j",
      "  colophon adapters detach neo4j --yes       without asking"
    })
final class DetachAdapterCommand extends StoreCommand {
  @Parameters(paramLabel = "NAME", description = "The adapter's name in this store.")
  private String name;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean isSure;

  DetachAdapterCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int run() {
    Store store = store();
    store.requireToExist();
    store.attached(name);
    String what =
        "%s (%s)"
            .formatted(Shown.text(store.folder(name).toString()), Shown.size(store.bytes(name)));
    if (!isSure && !isConfirmed(what)) {
      console().remark("nothing was deleted");
      return ExitCode.NOTHING;
    }
    store.detach(name);
    console().remark("detached " + name + " and deleted " + what);
    return ExitCode.FOUND;
  }

  private boolean isConfirmed(String what) {
    if (!invocation().isInteractive()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "detaching deletes " + what + "; say --yes if that is meant");
    }
    return CypherAdapter.isWanted(invocation(), "Delete " + what + "? [y/N] ");
  }
}
