package org.colophon.service.endpoint;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostPeer;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.SharedDirectories;

/**
 * Limits the time for a query. Each call of a bounded reader first checks the clock. A running call
 * is never interrupted.
 */
public final class BoundedReader {
  private BoundedReader() {}

  /** Wraps readers of other hosts with a time limit. */
  public static HostReaders of(HostReaders hosts, long deadlineNanos) {
    return new HostReaders() {
      @Override
      public String own() {
        return hosts.own();
      }

      @Override
      public Optional<String> called(String text) {
        return hosts.called(text);
      }

      @Override
      public List<String> hosts() {
        return hosts.hosts();
      }

      @Override
      public LineageReader reader(String host) {
        return BoundedReader.of(hosts.reader(host), deadlineNanos);
      }

      @Override
      public List<HostPeer> peers() {
        return hosts.peers();
      }

      @Override
      public List<String> doubtfulClocks() {
        return hosts.doubtfulClocks();
      }

      @Override
      public SharedDirectories shared() {
        return hosts.shared();
      }

      @Override
      public void release(String host) {
        hosts.release(host);
      }

      @Override
      public void close() {
        hosts.close();
      }
    };
  }

  /**
   * Wraps a reader with a time limit. The caller still closes the reader.
   *
   * @param deadlineNanos end of the time, as of {@link System#nanoTime}
   */
  static LineageReader of(LineageReader reader, long deadlineNanos) {
    return (LineageReader)
        Proxy.newProxyInstance(
            LineageReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              if (System.nanoTime() - deadlineNanos > 0) {
                throw ErrorCode.LIMIT_REACHED.exception(
                    "the answer takes longer than limits.request-time allows; ask for less depth, hide more, or raise the limit");
              }
              try {
                return method.invoke(reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
