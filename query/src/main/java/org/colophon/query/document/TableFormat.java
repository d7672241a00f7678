// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;

/**
 * A format of tables in a directory, which hold whole histories for engines of other projects.
 * Found as a service by its name. Any thread; two exports to one directory exclude each other.
 */
public interface TableFormat extends Plugin {
  @Override
  default List<PluginOption> options() {
    return List.of();
  }

  /**
   * Adds to a directory what it lacks of some histories. Creates the directory if it is missing. A
   * failure or a crash leaves the tables of the current history as they were before.
   *
   * @param storeId id of the store that has all histories
   * @param receiver receives the result of each history, once it is on disk
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the directory is a file or has
   *     other content; STORE_FOREIGN if it has tables of another store, or of a later state;
   *     STORE_TOO_NEW, STORE_CORRUPT, STORE_LOCKED, DISK_FULL, NOT_PERMITTED, IO_FAILED;
   *     TOOL_MISSING if a native library does not load; failures of the readers
   */
  void export(
      String storeId, List<HostHistory> histories, Path directory, Consumer<Exported> receiver);

  /**
   * The history of a host.
   *
   * @param name display name
   * @param id machine id
   * @param storeId id of the host's own store
   * @param reader opens a reader, which the format closes
   */
  record HostHistory(
      String name,
      String id,
      String storeId,
      GenerationChain generations,
      Supplier<LineageReader> reader) {}

  /**
   * Result of the export of one history.
   *
   * @param host name of the host in the tables
   * @param lastLsn last LSN that the tables have now
   * @param rows number of new rows of all tables
   */
  record Exported(String host, long lastLsn, long rows) {}
}
