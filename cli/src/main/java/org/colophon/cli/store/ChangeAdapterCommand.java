// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.query.text.DisplayText;
import picocli.CommandLine.Option;

/** Base class of commands that fill an adapter and report the result. */
public abstract class ChangeAdapterCommand extends StoreCommand {
  @Option(
      names = "--share",
      paramLabel = "SHARE",
      defaultValue = "1",
      description = "Share of the machine for filling it, from 0 to 1 (default: 1).")
  private double share;

  protected ChangeAdapterCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public final int run() {
    Store store = store();
    store.requireToExist();
    change(store);
    return ExitCode.FOUND;
  }

  abstract void change(Store store);

  void catchUp(Store store, AttachedAdapter adapter) {
    long begin = System.nanoTime();
    AdapterStatus status = store.catchUp(adapter, share);
    console()
        .remark(
            "%s holds everything up to LSN %d (%s, %s on disk)"
                .formatted(
                    adapter.name(),
                    status.heldLsn(),
                    DisplayText.duration(System.nanoTime() - begin),
                    DisplayText.size(store.bytes(adapter.name()))));
  }
}
