// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.nio.file.Path;
import org.colophon.cli.config.StateDirectory;
import org.colophon.cli.config.Store;
import org.colophon.cli.config.StoreLocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base class of commands that use a store. */
public abstract class StoreCommand extends BaseCommand {
  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "The store (default: $$COLOPHON_STORE, else $$XDG_DATA_HOME/colophon, else"
              + " ~/.local/share/colophon).")
  private @Nullable Path storeDirectory;

  protected StoreCommand(Invocation invocation) {
    super(invocation);
  }

  /** Returns whether the command line selects the store. */
  public boolean isStoreGiven() {
    return storeDirectory != null;
  }

  public Store store() {
    Path directory =
        StoreLocation.find(storeDirectory, invocation().directory(), console()::environment);
    Path seenStores = StateDirectory.directory("stores", console()::environment);
    return new Store(directory, console()::remark, new AdapterProgress(console()), seenStores);
  }
}
