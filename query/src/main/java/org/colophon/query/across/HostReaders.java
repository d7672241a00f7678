// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.List;
import java.util.Optional;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/** Readers of the histories of other hosts. One thread. */
public interface HostReaders extends AutoCloseable {
  /** Readers without other hosts. */
  HostReaders NONE =
      new HostReaders() {
        @Override
        public List<String> hosts() {
          return List.of();
        }

        @Override
        public LineageReader reader(String host) {
          throw new IllegalArgumentException(host);
        }

        @Override
        public void release(String host) {
          // Nothing is open.
        }

        @Override
        public String own() {
          return "";
        }

        @Override
        public Optional<String> called(String text) {
          return Optional.empty();
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };

  /** Returns the display name of the query's host. */
  String own();

  /**
   * Returns the name of a host in answers.
   *
   * @param text its display name, machine id or a prefix of the machine id
   * @return a name, which is empty for the query's host; nothing if no host matches
   */
  Optional<String> called(String text);

  /** Returns the display names of the other hosts. */
  List<String> hosts();

  /**
   * Returns a reader of another host's history, valid until {@link #release} or {@link #close}.
   *
   * @throws org.colophon.core.error.ColophonException OVERLOADED if too many stores are in use
   */
  LineageReader reader(String host);

  /**
   * Returns the addresses of a host whose history does not change now. Null if only its reader
   * knows them.
   */
  default @Nullable OwnAddresses addresses(String host) {
    return null;
  }

  /** Returns the services that answer for hosts whose histories this process does not read. */
  default List<HostPeer> peers() {
    return List.of();
  }

  /** Returns the directories that hosts share, with the hosts' display names. */
  default SharedDirectories shared() {
    return SharedDirectories.NONE;
  }

  /** Returns messages about hosts whose clocks differ by more than the skew. */
  default List<String> doubtfulClocks() {
    return List.of();
  }

  /** Returns whether another host's history is a copy that has stopped before its end. */
  default boolean isStopped(String host) {
    return false;
  }

  /** Releases a host's reader that adds nothing to the answer. */
  void release(String host);

  @Override
  void close();
}
