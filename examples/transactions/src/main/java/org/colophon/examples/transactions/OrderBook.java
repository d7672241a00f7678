// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.transactions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;

/**
 * Enters orders from files into a database. An order's lineage is recorded if, and only if, its row
 * is committed:
 *
 * <ol>
 *   <li>prepare the lineage in Colophon
 *   <li>commit the row, which has the id of the transaction, in the database
 *   <li>commit the lineage
 * </ol>
 *
 * <p>After a crash, the database tells the outcome of each prepared transaction. One thread.
 */
public final class OrderBook {
  /** Steps of an order, after which a crash may come. */
  public enum Step {
    BEGUN,
    PREPARED,
    INSERTED,
    STORED,
    COMMITTED
  }

  private static final long NOW = 0;

  private final Kernel kernel;
  private final Connection database;
  private final OperationSink sink;
  private final long self;

  /** Opens the book, and decides the transactions that an earlier run left. */
  public OrderBook(Kernel kernel, Connection database) throws SQLException {
    this.kernel = kernel;
    this.database = database;
    database.setAutoCommit(false);
    try (Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS orders (id VARCHAR PRIMARY KEY, text VARCHAR)");
    }
    database.commit();
    recover();
    this.sink = kernel.newSink("order-book", SinkOptions.DEFAULT);
    this.self =
        sink.process(
            ProcessDeclaration.of(ProcessHandle.current().pid(), Bytes.of("order-book"), NOW), NOW);
  }

  private void recover() throws SQLException {
    for (PreparedTransaction each : kernel.transactions()) {
      boolean isStored = has(each.id());
      kernel.decide(isStored ? TransactionStep.COMMIT : TransactionStep.ABORT, each.id());
    }
  }

  /** Returns whether the database has committed an order. */
  public boolean has(String id) throws SQLException {
    try (PreparedStatement query =
        database.prepareStatement("SELECT id FROM orders WHERE id = ?")) {
      query.setString(1, id);
      try (ResultSet found = query.executeQuery()) {
        return found.next();
      }
    } finally {
      database.rollback(); // ends the query's transaction
    }
  }

  /**
   * Enters an order.
   *
   * @param id of the order, and of the transaction
   * @param after called after each step
   */
  public void enter(String id, Path file, Consumer<Step> after) throws SQLException, IOException {
    sink.begin();
    long input = sink.objectAt(Bytes.of(file.toString()), ObjectKind.FILE, NOW);
    String text = Files.readString(file);
    sink.access(OperationKind.READ, Phase.WHOLE, self, input, text.length(), NOW);
    long order = sink.object(ObjectDeclaration.of(ObjectKind.OTHER, "order"), NOW);
    sink.bind(self, Bytes.of("order://" + id), order, NOW);
    sink.access(OperationKind.WRITE, Phase.WHOLE, self, order, text.length(), NOW);
    after.accept(Step.BEGUN);
    sink.prepare(id);
    after.accept(Step.PREPARED);
    try (PreparedStatement insert = database.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
      insert.setString(1, id);
      insert.setString(2, text);
      insert.executeUpdate();
      after.accept(Step.INSERTED);
      database.commit();
    } catch (SQLException e) {
      database.rollback();
      sink.abort(id);
      throw e;
    }
    after.accept(Step.STORED);
    sink.commit(id);
    after.accept(Step.COMMITTED);
  }
}
