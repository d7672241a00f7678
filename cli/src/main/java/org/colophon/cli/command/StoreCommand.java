package org.colophon.cli.command;

import java.nio.file.Path;
import org.colophon.cli.config.StateFolder;
import org.colophon.cli.config.Store;
import org.colophon.cli.config.StoreLocation;
import picocli.CommandLine.Option;

/** A command that concerns one store. */
abstract class StoreCommand extends BaseCommand {
  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "The store (default: $$COLOPHON_STORE, else $$XDG_DATA_HOME/colophon, else"
              + " ~/.local/share/colophon).")
  private Path storeDirectory;

  StoreCommand(Invocation invocation) {
    super(invocation);
  }

  /** Whether the command line itself says which store. */
  boolean isStoreGiven() {
    return storeDirectory != null;
  }

  Store store() {
    Path directory =
        StoreLocation.find(storeDirectory, invocation().directory(), console()::environment);
    Path seenStores = StateFolder.directory("stores", console()::environment);
    return new Store(directory, console()::remark, new AdapterProgress(console()), seenStores);
  }
}
