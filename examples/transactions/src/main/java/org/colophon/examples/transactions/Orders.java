// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.transactions;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.examples.transactions.OrderBook.Step;

/** Enters one order: {@code STORE DATABASE ID FILE [STEP]}. Ends as if killed after a step. */
public final class Orders {
  private Orders() {}

  /** Opens a store for this program only. */
  static Kernel open(Path store) {
    StorageAdapterFactory engine = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    return Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(engine)).build());
  }

  /** Connects to a database whose commits are written at once, so that none is lost in a crash. */
  static Connection connect(Path database) throws SQLException {
    return DriverManager.getConnection("jdbc:h2:" + database.toAbsolutePath() + ";WRITE_DELAY=0");
  }

  /** Runs the program. */
  public static void main(String[] args) throws SQLException, IOException {
    Step last = args.length > 4 ? Step.valueOf(args[4]) : null;
    try (Kernel kernel = open(Path.of(args[0]));
        Connection database = connect(Path.of(args[1]))) {
      new OrderBook(kernel, database)
          .enter(
              args[2],
              Path.of(args[3]),
              step -> {
                if (step == last) {
                  Runtime.getRuntime().halt(9);
                }
              });
    }
  }
}
