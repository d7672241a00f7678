// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/**
 * The file {@code log-positions} of an indexer's store. The first line has the name of the log.
 * Each further line has a partition and the position up to which all frames are on disk.
 */
final class LogPositions {
  private static final String FILE = "log-positions";

  private final Path file;
  private final String log;

  LogPositions(Path store, String log) {
    this.file = store.resolve(FILE);
    this.log = log;
  }

  /** Returns the positions. Returns none if the file is damaged or belongs to another log. */
  Map<Integer, Long> read() {
    Map<Integer, Long> positions = new HashMap<>();
    try {
      if (!Files.exists(file)) {
        return positions;
      }
      String[] lines = Files.readString(file, StandardCharsets.UTF_8).split("\n", -1);
      for (int i = 1; i < lines.length - 1 && lines[0].equals(log); i++) {
        String[] parts = lines[i].split(" ", -1);
        positions.put(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
      }
      return positions;
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          file + " is damaged: delete it, and the histories are read from their beginning", e);
    }
  }

  void write(Map<Integer, Long> positions) {
    StringBuilder text = new StringBuilder(log + "\n");
    new TreeMap<>(positions)
        .forEach((partition, next) -> text.append(partition + " " + next + "\n"));
    try {
      PrivateFiles.write(file, text.toString());
    } catch (IOException e) {
      throw StoreDirectory.failed("write", file, e);
    }
  }
}
