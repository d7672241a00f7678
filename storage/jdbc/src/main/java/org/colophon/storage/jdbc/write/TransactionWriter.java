// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.Schema;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.StoreState;
import org.jspecify.annotations.Nullable;

/**
 * The one writing session. After a lost connection it tries to connect again for a limited time. It
 * checks whether the lost session committed, so that nothing is written twice.
 */
public final class TransactionWriter implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Engine engine;
  private final long reconnectNanos;
  private final SwappedPaths swapped = new SwappedPaths();
  private @Nullable Session session;

  public TransactionWriter(Engine engine, int reconnectSeconds) {
    this.engine = engine;
    this.reconnectNanos = TimeUnit.SECONDS.toNanos(reconnectSeconds);
  }

  /** Connects, and creates missing tables. */
  public StoreState open() {
    try {
      return connect(false);
    } catch (SQLException e) {
      throw engine.translate(e, "opening");
    }
  }

  /** Connects, and empties all tables or, on failure, none. */
  public StoreState openEmptied() {
    try {
      return connect(true);
    } catch (SQLException e) {
      throw engine.translate(e, "emptying");
    }
  }

  private StoreState connect(boolean empties) throws SQLException {
    Session fresh = engine.connectWriter();
    try {
      Schema schema = new Schema(engine);
      schema.prepare(fresh);
      if (empties) {
        schema.empty(fresh);
      }
      StoreState held = schema.check(fresh);
      fresh.connection.commit();
      session = fresh;
      return held;
    } catch (SQLException | RuntimeException e) {
      engine.closeQuietly(fresh);
      throw e;
    }
  }

  /** Writes and commits a window. */
  public void write(Window window) {
    long deadline = System.nanoTime() + reconnectNanos;
    while (true) {
      try {
        if (session == null && connect(false).equals(window.after())) {
          return;
        }
        Session current = Objects.requireNonNull(session);
        new WindowWriter(current, window, swapped).write();
        current.connection.commit();
        return;
      } catch (SQLException e) {
        giveUp();
        if (!engine.isConnectionLost(e) || System.nanoTime() > deadline) {
          throw engine.translate(e, "writing");
        }
        pause();
      } catch (ColophonException e) {
        giveUp();
        if (e.code() != ErrorCode.STORE_LOCKED) {
          throw e;
        }
        if (System.nanoTime() > deadline) {
          throw ErrorCode.ADAPTER_BUSY.exception(e.getMessage(), e);
        }
        pause(); // the server may not have noticed yet that the old session ended
      } catch (RuntimeException | Error e) {
        giveUp();
        throw e;
      }
    }
  }

  /** Closes the session, which rolls back its transaction. */
  private void giveUp() {
    engine.closeQuietly(session);
    session = null;
  }

  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while waiting for the database");
    }
  }

  /** Makes everything committed durable. */
  public void sync() {
    try {
      if (session != null) {
        engine.sync(session);
      }
    } catch (SQLException e) {
      throw engine.translate(e, "syncing");
    }
  }

  @Override
  public void close() {
    giveUp();
  }
}
