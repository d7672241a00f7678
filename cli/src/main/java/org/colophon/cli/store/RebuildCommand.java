// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Deletes the content of an adapter and fills it again from another adapter. */
@Command(
    name = "rebuild",
    description = "Delete an adapter's data and fill it again from another adapter.",
    footer = {
      "",
      "Recorded data is kept. Data written into the graph by hand is lost. Repairs an",
      "adapter with damaged files, also the primary one, if another adapter holds all.",
      "",
      "Examples:",
      "  colophon adapters rebuild neo4j",
      "  colophon adapters rebuild rocksdb     after damage, from another adapter"
    })
public final class RebuildCommand extends ChangeAdapterCommand {
  @Parameters(paramLabel = "NAME", description = "The adapter's name in this store.")
  private String name;

  public RebuildCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void change(Store store) {
    AttachedAdapter adapter = store.attached(name);
    Engines.get(adapter.engine()); // checked before anything is deleted
    store.empty(name);
    try {
      catchUp(store, adapter);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_LOCKED) {
        throw e;
      }
      throw ErrorCode.STORE_LOCKED.exception(
          "%s; %s is empty now, fill it later: colophon adapters catch-up %s"
              .formatted(e.getMessage(), name, name),
          e);
    }
  }
}
