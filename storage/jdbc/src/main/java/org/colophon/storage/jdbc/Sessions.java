package org.colophon.storage.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Sessions for reading: each call has one to itself, also a call made by a visitor of another. A
 * few are kept for the next calls. Any thread.
 */
final class Sessions implements AutoCloseable {
  private static final int MAX_IDLE = 8;

  private final Engine engine;
  private final ArrayDeque<Session> idle = new ArrayDeque<>();
  private boolean isClosed;

  Sessions(Engine engine) {
    this.engine = engine;
  }

  Engine engine() {
    return engine;
  }

  /**
   * Runs a call. One that was lost with an old connection is made again on a new one.
   *
   * @param doing what for, for messages
   */
  <T> T call(String doing, SqlCall<T> call) {
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
        throw new ColophonException(
            ErrorCode.ADAPTER_FAILED, "the store in " + engine + " is closed");
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
