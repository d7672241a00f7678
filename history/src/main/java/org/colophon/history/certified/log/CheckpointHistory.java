// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ColophonException;
import org.colophon.core.files.PrivateFiles;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.jspecify.annotations.Nullable;

/**
 * Stores one checkpoint for each minute, also for minutes without entries. Two checkpoints of the
 * same size prove that nothing was recorded between their times. One thread.
 *
 * <p>There is a file for each day. Before each note is a line {@code @ SECONDS BYTES CHAIN}: the
 * time, the note's length, and the SHA-256 of the previous {@code CHAIN}, {@code SECONDS} and the
 * note.
 */
public final class CheckpointHistory {
  private static final String SUFFIX = ".notes";
  private static final Pattern HEAD =
      Pattern.compile("@ ([0-9]{1,18}) ([0-9]{1,7}) ([0-9a-f]{64})");

  private final Path directory;
  private long lastMinute = -1;
  private byte[] chain = new byte[Hasher.BYTES];

  public CheckpointHistory(Path log) {
    this.directory = log.resolve(LogLayout.HISTORY);
  }

  /**
   * Truncates a partial note that a crash left, so that {@link #add} continues after the last
   * complete note.
   *
   * @throws ColophonException STORE_CORRUPT, IO_FAILED
   */
  void open() throws IOException {
    List<Path> files = files();
    if (files.isEmpty()) {
      return;
    }
    Path last = files.get(files.size() - 1);
    if (files.size() > 1) {
      chain = lastChain(files.get(files.size() - 2));
    }
    Reader reader = new Reader(last, chain);
    while (reader.next()) {
      chain = reader.chain;
    }
    if (reader.at < reader.bytes.length) {
      PrivateFiles.write(last, Arrays.copyOf(reader.bytes, reader.at));
    }
  }

  private static byte[] lastChain(Path file) {
    Reader reader = new Reader(file, null);
    while (reader.next()) {
      reader.note();
    }
    return reader.chain;
  }

  /** Adds a checkpoint, unless this minute has one. */
  void add(SignedNote note, long seconds) throws IOException {
    long minute = seconds / 60;
    if (minute == lastMinute) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
    }
    byte[] bytes = note.format().getBytes(StandardCharsets.UTF_8);
    byte[] following = link(chain, seconds, bytes, 0, bytes.length);
    byte[] head =
        "@ %d %d %s\n"
            .formatted(seconds, bytes.length, HexFormat.of().formatHex(following))
            .getBytes(StandardCharsets.UTF_8);
    byte[] record = Arrays.copyOf(head, head.length + bytes.length);
    System.arraycopy(bytes, 0, record, head.length, bytes.length);
    PrivateFiles.append(directory.resolve(day(seconds)), record);
    chain = following;
    lastMinute = minute;
  }

  private static byte[] link(byte[] chain, long seconds, byte[] bytes, int from, int length) {
    var digest = DigestUtils.getSha256Digest();
    digest.update(chain);
    digest.update(Long.toString(seconds).getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes, from, length);
    return digest.digest();
  }

  private List<Path> files() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(each -> each.toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException e) {
      throw LogReader.failed(directory, e);
    }
  }

  /**
   * Reads all checkpoints in order, and checks that none is missing.
   *
   * @param reader receives each checkpoint with its file
   * @return the time of the last checkpoint in seconds, 0 without one
   * @throws ColophonException STORE_CORRUPT, IO_FAILED
   */
  public long read(BiConsumer<Path, SignedNote> reader) {
    long lastSeconds = 0;
    byte[] last = new byte[Hasher.BYTES];
    for (Path file : files()) {
      Reader notes = new Reader(file, last);
      while (notes.next()) {
        reader.accept(file, notes.note());
        lastSeconds = notes.seconds;
      }
      if (notes.at < notes.bytes.length) {
        throw LogReader.damaged(file, "no valid note follows at byte %d".formatted(notes.at));
      }
      last = notes.chain;
    }
    return lastSeconds;
  }

  /**
   * Returns the first checkpoint that covers an entry.
   *
   * @param seconds a time before that checkpoint
   * @param signatures the minimum number of its signatures
   * @return the checkpoint; empty if none exists
   * @throws ColophonException STORE_CORRUPT, IO_FAILED
   */
  public Optional<SignedNote> firstWith(long index, long seconds, int signatures) {
    String day = day(seconds);
    for (Path file : files()) {
      Reader notes = new Reader(file, null);
      while (file.getFileName().toString().compareTo(day) >= 0 && notes.next()) {
        SignedNote note = notes.note();
        if (note.signatures().size() >= signatures
            && Checkpoint.parse(note.text()).size() > index) {
          return Optional.of(note);
        }
      }
    }
    return Optional.empty();
  }

  private static String day(long seconds) {
    return Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC).toLocalDate() + SUFFIX;
  }

  /** Reads the complete notes of a file. */
  private static final class Reader {
    private final Path file;
    private final boolean isChained;
    private final byte[] bytes;
    private byte[] chain;
    private int at;
    private int noteAt;
    private long seconds;

    /**
     * Opens a file.
     *
     * @param chain the chain before the file; null to accept any
     */
    Reader(Path file, byte @Nullable [] chain) {
      this.file = file;
      this.isChained = chain != null;
      this.chain = chain == null ? new byte[Hasher.BYTES] : chain;
      try {
        this.bytes = Files.readAllBytes(file);
      } catch (IOException e) {
        throw LogReader.failed(file, e);
      }
    }

    /** Moves to the next note. Returns false at the end, and if no valid note begins here. */
    boolean next() {
      int end = at;
      while (end < bytes.length && bytes[end] != '\n' && end - at < 100) {
        end++;
      }
      Matcher head = HEAD.matcher(new String(bytes, at, end - at, StandardCharsets.ISO_8859_1));
      if (end == bytes.length || !head.matches()) {
        return false;
      }
      long time = Long.parseLong(head.group(1));
      int length = Integer.parseInt(head.group(2));
      byte[] expected = HexFormat.of().parseHex(head.group(3));
      if (length > bytes.length - end - 1) {
        return false;
      }
      if (isChained && !Arrays.equals(expected, link(chain, time, bytes, end + 1, length))) {
        return false;
      }
      chain = expected;
      seconds = time;
      noteAt = end + 1;
      at = noteAt + length;
      return true;
    }

    SignedNote note() {
      try {
        return SignedNote.parse(new String(bytes, noteAt, at - noteAt, StandardCharsets.UTF_8));
      } catch (ColophonException e) {
        throw LogReader.damaged(file, String.valueOf(e.getMessage()));
      }
    }
  }
}
