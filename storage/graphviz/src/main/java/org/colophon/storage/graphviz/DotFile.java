// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The DOT file: a head, then blocks of statements, then a closing brace, which the next block
 * overwrites. A comment with the held LSN and the checksum of the block ends each block:
 *
 * <pre>
 * // colophon-graphviz 1: ...
 * digraph colophon {
 *   ...
 * // held 0 5d1f3a07
 *   "process:1" [...];
 * // held 17 8c0e29b1
 * }
 * </pre>
 *
 * <p>{@link #open} truncates the file after the last intact block. Statements contain no line
 * break, so only this class writes such a comment.
 */
final class DotFile {
  private static final String HEAD =
      """
      // colophon-graphviz 1: provenance as it was recorded. Do not edit while it is being written.
      digraph colophon {
        rankdir=LR;
        node [fontname="sans-serif", fontsize=10];
        edge [fontname="sans-serif", fontsize=8];
      """;

  private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern VERSION = Pattern.compile("// colophon-graphviz (\\d{1,9}): .*");
  private static final Pattern HELD = Pattern.compile("// held (\\d{1,19}) ([0-9a-f]{8})");

  private final Path directory;
  private final Path file;
  private @Nullable FileChannel channel;

  /** The position of the closing brace. */
  private long end;

  DotFile(GraphvizConfig config) {
    this.directory = config.directory();
    this.file = config.file();
  }

  /**
   * Opens or creates the file.
   *
   * @param receiver receives the intact lines
   * @return the LSN up to which the file is complete
   */
  long open(Consumer<String> receiver) {
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              PrivateFiles.FILE);
      lock();
      long held = channel.size() == 0 ? create() : recover(receiver);
      channel.force(true);
      return held;
    } catch (IOException e) {
      throw IoFailure.of("open", file, e);
    }
  }

  private FileChannel channel() {
    return Objects.requireNonNull(channel);
  }

  private void lock() throws IOException {
    boolean isLocked;
    try {
      isLocked = channel().tryLock() != null;
    } catch (OverlappingFileLockException e) {
      isLocked = false;
    }
    if (!isLocked) {
      throw ErrorCode.STORE_LOCKED.exception(
          file + " is being written by another adapter; wait for it to end");
    }
  }

  private long create() throws IOException {
    channel().truncate(0);
    add(HEAD.getBytes(StandardCharsets.UTF_8), 0);
    return 0;
  }

  /** Reads up to the last intact block and truncates the rest. */
  private long recover(Consumer<String> receiver) throws IOException {
    requireOurs(lines().readLine());
    BufferedReader in = lines();
    long held = -1;
    long position = 0;
    CRC32C checksum = new CRC32C();
    List<String> block = new ArrayList<>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] bytes = (line + "\n").getBytes(StandardCharsets.ISO_8859_1);
      position += bytes.length;
      Matcher commit = HELD.matcher(line);
      if (!commit.matches()) {
        checksum.update(bytes);
        block.add(line);
      } else if (commit.group(2).equals(hex(checksum)) && position <= channel().size()) {
        held = Long.parseLong(commit.group(1));
        end = position;
        block.forEach(receiver);
        block.clear();
        checksum.reset();
      } else {
        break;
      }
    }
    if (held < 0) {
      return create();
    }
    cutAfterEnd();
    return held;
  }

  /** Reads the file from its start. Closing the reader would close the channel and its lock. */
  private BufferedReader lines() throws IOException {
    return new BufferedReader(
        Channels.newReader(channel().position(0), StandardCharsets.ISO_8859_1), 1 << 16);
  }

  private void cutAfterEnd() throws IOException {
    writeAt(END, end);
    channel().truncate(end + END.length);
  }

  private void requireOurs(String head) {
    Matcher version = VERSION.matcher(String.valueOf(head));
    if (!version.matches()) {
      throw ErrorCode.STORE_FOREIGN.exception(
          file + " was not written by the graphviz adapter; choose another file");
    }
    if (Integer.parseInt(version.group(1)) > 1) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "%s has format %s, and this Colophon writes format 1; use a newer Colophon"
              .formatted(file, version.group(1)));
    }
  }

  /** Adds a block with one write, the closing brace included. */
  void add(byte[] statements, long lsn) {
    CRC32C checksum = new CRC32C();
    checksum.update(statements);
    byte[] held =
        ("// held " + lsn + " " + hex(checksum) + "\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer block = ByteBuffer.allocate(statements.length + held.length + END.length);
    block.put(statements).put(held).put(END);
    try {
      writeAt(block.array(), end);
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
    }
    end += statements.length + held.length;
  }

  private static String hex(CRC32C checksum) {
    return "%08x".formatted(checksum.getValue());
  }

  private void writeAt(byte[] bytes, long position) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel().write(left, position + left.position());
    }
  }

  void force() {
    try {
      channel().force(false);
    } catch (IOException e) {
      throw IoFailure.of("sync", file, e);
    }
  }

  void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw IoFailure.of("close", file, e);
      }
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
