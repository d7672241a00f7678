// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.sql.SQLException;
import java.util.ArrayDeque;
import org.colophon.core.error.ErrorCode;

/**
 * Sessions for reading. Each call has its own session, even if a visitor makes it during another
 * call. A few idle sessions are kept. Any thread.
 */
public final class Sessions implements AutoCloseable {
  /** A call that uses a session. */
  @FunctionalInterface
  public interface SqlCall<T> {
    T on(Session session) throws SQLException;
  }

  private static final int MAX_IDLE = 8;

  private final Engine engine;
  private final ArrayDeque<Session> idle = new ArrayDeque<>();
  private boolean isClosed;

  public Sessions(Engine engine) {
    this.engine = engine;
  }

  public Engine engine() {
    return engine;
  }

  /**
   * Runs a call. A call that fails on a lost old connection is retried on a new one.
   *
   * @param doing names the activity in messages
   */
  public <T> T call(String doing, SqlCall<T> call) {
    Session session = take();
    boolean isOld = session != null;
    try {
      session = isOld ? session : engine.connect();
      T result;
      try {
        result = call.on(session);
      } catch (SQLException e) {
        if (!isOld || !engine.isConnectionLost(e)) {
          throw e;
        }
        engine.closeQuietly(session);
        session = engine.connect();
        result = call.on(session);
      }
      giveBack(session);
      return result;
    } catch (SQLException e) {
      engine.closeQuietly(session);
      throw engine.translate(e, doing);
    } catch (RuntimeException | Error e) {
      engine.closeQuietly(session);
      throw e;
    }
  }

  private Session take() {
    synchronized (idle) {
      if (isClosed) {
        throw ErrorCode.ADAPTER_FAILED.exception(
            "the adapter in " + engine + " is closed; open it again");
      }
      return idle.poll();
    }
  }

  private void giveBack(Session session) {
    synchronized (idle) {
      if (!isClosed && idle.size() < MAX_IDLE) {
        idle.push(session);
        return;
      }
    }
    engine.closeQuietly(session);
  }

  @Override
  public void close() {
    synchronized (idle) {
      isClosed = true;
      idle.forEach(engine::closeQuietly);
      idle.clear();
    }
  }
}
