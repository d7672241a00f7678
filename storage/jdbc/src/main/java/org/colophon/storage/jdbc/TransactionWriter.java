package org.colophon.storage.jdbc;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The one session that writes. A connection that is lost is made anew for some time; what the lost
 * one may have committed is then looked up, so that nothing is written twice.
 */
final class TransactionWriter implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Engine engine;
  private final long patienceNanos;
  private final SwappedPaths swapped = new SwappedPaths();
  private Session session;

  TransactionWriter(Engine engine, int reconnectSeconds) {
    this.engine = engine;
    this.patienceNanos = TimeUnit.SECONDS.toNanos(reconnectSeconds);
  }

  /** Connects, and creates the tables if there are none. */
  Held open() {
    try {
      return connect(false);
    } catch (SQLException e) {
      throw engine.translate(e, "opening");
    }
  }

  /** Connects, and leaves the tables empty, all of them or, if that fails, none. */
  Held openEmptied() {
    try {
      return connect(true);
    } catch (SQLException e) {
      throw engine.translate(e, "emptying");
    }
  }

  private Held connect(boolean empties) throws SQLException {
    Session fresh = engine.connectWriter();
    try {
      Schema schema = new Schema(engine);
      schema.prepare(fresh);
      if (empties) {
        schema.empty(fresh);
      }
      Held held = schema.check(fresh);
      fresh.connection.commit();
      session = fresh;
      return held;
    } catch (SQLException | RuntimeException e) {
      engine.closeQuietly(fresh);
      throw e;
    }
  }

  /** Writes and commits a window. */
  void write(Window window) {
    long deadline = System.nanoTime() + patienceNanos;
    while (true) {
      try {
        if (session == null && connect(false).equals(window.after())) {
          return;
        }
        new WindowWriter(session, window, swapped).write();
        session.connection.commit();
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
          throw new ColophonException(ErrorCode.ADAPTER_BUSY, e.getMessage(), e);
        }
        pause(); // the server may not have noticed yet that the session before is gone
      } catch (RuntimeException | Error e) {
        giveUp();
        throw e;
      }
    }
  }

  /** Closing rolls back. */
  private void giveUp() {
    engine.closeQuietly(session);
    session = null;
  }

  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for the database");
    }
  }

  /** Makes everything committed durable. */
  void sync() {
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
