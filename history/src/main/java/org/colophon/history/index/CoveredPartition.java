// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.CheckedText;
import org.colophon.core.files.PrivateFiles;

/**
 * The file {@code partition-N} beside the snapshots. A reader whose copies have at least these LSNs
 * lacks no entry of the partition before the position.
 *
 * @param logId id of the shared log
 * @param position position in the partition
 * @param hosts last LSNs by machine id
 */
record CoveredPartition(String logId, long position, Map<String, Long> hosts) {
  /** Covers nothing. */
  static final CoveredPartition NONE = new CoveredPartition("", -1, Map.of());

  private static final String HEAD = "colophon partition 1";

  CoveredPartition {
    hosts = Map.copyOf(hosts);
  }

  /**
   * Reads a file; returns {@link #NONE} without one.
   *
   * @throws org.colophon.core.error.ColophonException STORE_CORRUPT; STORE_TOO_NEW; IO_FAILED
   */
  static CoveredPartition read(Path file) {
    try {
      if (!Files.exists(file)) {
        return NONE;
      }
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      if (!CheckedText.isSealed(text)) {
        throw new IllegalArgumentException("it has no checksum");
      }
      return parse(file, CheckedText.open(text));
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          file + " is damaged: delete it; the next snapshots write it again", e);
    }
  }

  private static CoveredPartition parse(Path file, String text) {
    String[] lines = text.split("\n", -1);
    if (!lines[0].equals(HEAD)) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "%s says '%s', this Colophon knows '%s'".formatted(file, lines[0], HEAD));
    }
    Map<String, Long> hosts = new TreeMap<>();
    for (int i = 3; i < lines.length - 1; i++) {
      String[] parts = lines[i].split(" ", -1);
      hosts.put(parts[0], Long.parseLong(parts[1]));
    }
    return new CoveredPartition(lines[1], Long.parseLong(lines[2]), hosts);
  }

  void write(Path file) {
    StringBuilder text = new StringBuilder(HEAD + "\n" + logId + "\n" + position + "\n");
    new TreeMap<>(hosts).forEach((host, lsn) -> text.append(host + " " + lsn + "\n"));
    try {
      PrivateFiles.write(file, CheckedText.seal(text.toString()));
    } catch (IOException e) {
      throw StoreDirectory.failed("write", file, e);
    }
  }
}
