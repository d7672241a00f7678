// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostPeer;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.SharedDirectories;
import org.colophon.service.http.AnswerLimit;

/**
 * Limits a query. Each call of a bounded reader first checks the limit. A running call is never
 * interrupted. If the history is a copy that has stopped, its end is a gap.
 */
public final class BoundedReader {
  private BoundedReader() {}

  /** Wraps readers of other hosts with a limit. */
  public static HostReaders of(HostReaders hosts, AnswerLimit limit) {
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
        return BoundedReader.of(hosts.reader(host), limit, hosts.isStopped(host));
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
   * Wraps a reader with a limit. The caller still closes the reader.
   *
   * @param isStopped true for a copy that has stopped before the end of its history
   */
  static LineageReader of(LineageReader reader, AnswerLimit limit, boolean isStopped) {
    return (LineageReader)
        Proxy.newProxyInstance(
            LineageReader.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              limit.check();
              if (isStopped && method.getName().equals("gaps")) {
                return withEnd(reader);
              }
              try {
                Object result = method.invoke(reader, arguments);
                return result instanceof LineageReader view ? of(view, limit, isStopped) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static List<Gap> withEnd(LineageReader reader) {
    List<Gap> all = new ArrayList<>(reader.gaps());
    all.add(new Gap(reader.visibleLsn(), 0, GapCause.COPY_STOPPED, 1));
    return all;
  }
}
