// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import org.colophon.cli.base.Confirmation;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.query.text.DisplayText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes an adapter and its data from a store. */
@Command(
    name = "detach",
    description = "Detach a storage adapter and delete its data; the others keep theirs.",
    footer = {
      "",
      "Examples:",
      "  colophon adapters detach neo4j",
      "  colophon adapters detach neo4j --yes       without asking"
    })
public final class DetachAdapterCommand extends StoreCommand {
  @Parameters(paramLabel = "NAME", description = "The adapter's name in this store.")
  private String name;

  @Mixin private Confirmation confirmation;

  public DetachAdapterCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = store();
    store.requireToExist();
    store.attached(name);
    store.refusePrimary(name); // checked before the confirmation
    String what =
        "%s (%s)"
            .formatted(
                DisplayText.text(store.adapterDirectory(name).toString()),
                DisplayText.size(store.bytes(name)));
    if (!confirmation.isGiven(invocation(), "detaching deletes " + what, "Delete " + what + "?")) {
      console().remark("nothing was deleted");
      return ExitCode.NOTHING;
    }
    store.detach(name);
    console().remark("detached " + name + " and deleted " + what);
    return ExitCode.FOUND;
  }
}
