// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;

/**
 * Lists the files of a binary log in their order: the files in the server's index, or the given
 * file and the files with higher numbers in its directory.
 */
final class BinlogIndex {
  private static final Pattern NUMBERED = Pattern.compile("(.*)\\.([0-9]{6,10})");

  /** Maximum size of an index, far above real sizes. */
  private static final long MAX_BYTES = 64 << 20;

  private final Path configured;
  private final FileOpener opener;

  /**
   * @param configured index or one of the files, an absolute path
   */
  BinlogIndex(Path configured, FileOpener opener) {
    this.configured = configured;
    this.opener = opener;
  }

  /** Returns the files, oldest first. Returns an empty list if the index is missing. */
  List<Path> files() throws IOException {
    try {
      return BinlogFile.isOne(configured, opener) ? numbered() : named();
    } catch (NoSuchFileException e) {
      // The index is missing, or is being replaced.
      return List.of();
    }
  }

  private List<Path> named() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String line : lines()) {
      Path outcome = configured.resolveSibling(line);
      // The index of copied logs contains the former paths.
      Path beside = configured.resolveSibling(outcome.getFileName());
      files.add(Files.exists(outcome) ? outcome.normalize() : beside);
    }
    return files;
  }

  /** Returns the lines that name a file, without an incomplete last line. */
  private List<String> lines() throws IOException {
    if (Files.size(configured) > MAX_BYTES) {
      throw noIndex();
    }
    String text;
    try (InputStream index = Channels.newInputStream(opener.open(configured))) {
      text = new String(index.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> lines =
        text.lines().map(String::strip).filter(line -> NUMBERED.matcher(line).matches()).toList();
    if (lines.isEmpty() && !text.isBlank()) {
      throw noIndex();
    }
    return lines;
  }

  private ColophonException noIndex() {
    return ErrorCode.BAD_INPUT.exception(
        configured
            + " is not an index of a binary log, which names a file such as binlog.000001 in each line;"
            + " give binlog= the index, such as /var/lib/mysql/binlog.index, or the first file to"
            + " read");
  }

  private List<Path> numbered() throws IOException {
    Matcher first = NUMBERED.matcher(configured.getFileName().toString());
    if (!first.matches()) {
      return List.of(configured);
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> directory =
        Files.newDirectoryStream(configured.getParent(), path -> isSame(path, first.group(1)))) {
      for (Path path : directory) {
        if (number(path) >= number(configured)) {
          files.add(path);
        }
      }
    }
    files.sort((a, b) -> Long.compare(number(a), number(b)));
    return files;
  }

  private static boolean isSame(Path path, String base) {
    Matcher other = NUMBERED.matcher(path.getFileName().toString());
    return other.matches() && other.group(1).equals(base);
  }

  /** Returns the number in a file's name, or 0. */
  static long number(Path file) {
    Matcher numbered = NUMBERED.matcher(file.getFileName().toString());
    return numbered.matches() ? Long.parseLong(numbered.group(2)) : 0;
  }
}
