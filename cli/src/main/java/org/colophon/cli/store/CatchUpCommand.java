// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Brings a resting adapter up to date. */
@Command(
    name = "catch-up",
    description = "Bring an adapter up to date with the records since its last use.",
    footer = {
      "",
      "Examples:",
      "  colophon adapters catch-up neo4j",
      "  colophon adapters catch-up neo4j --share 0.25  in the background"
    })
public final class CatchUpCommand extends ChangeAdapterCommand {
  @Parameters(paramLabel = "NAME", description = "The adapter's name in this store.")
  private String name;

  public CatchUpCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void change(Store store) {
    catchUp(store, store.attached(name));
  }
}
