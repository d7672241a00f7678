// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileHasherTest {
  /** From sha256sum and git hash-object, of the text hello. */
  static final FileDigest HELLO =
      new FileDigest(
          "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
          "b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0",
          5);

  private static final String VERITY = "1f".repeat(32);

  private static final FileDigest EMPTY =
      new FileDigest(
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
          0);

  @TempDir private Path directory;
  private Path file;

  /** Changes the file while it is read. */
  private interface Change {
    void make() throws IOException;
  }

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), "hello");
  }

  private FileDigest whileRead(Change change) {
    FileHasher hasher =
        new FileHasher(
            path -> {
              ReadableByteChannel channel = Files.newByteChannel(path, StandardOpenOption.READ);
              change.make();
              return channel;
            },
            path -> VERITY);
    return hasher.digest(file, FileHasher.state(file));
  }

  @Test
  void computesSameDigestsAsOtherTools() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty"));

    assertThat(whileRead(() -> {})).isEqualTo(HELLO);
    assertThat(whileRead(() -> {}).fsVerity()).isEqualTo(VERITY);
    assertThat(FileHasher.withVerity().digest(file, FileHasher.state(file))).isEqualTo(HELLO);
    assertThat(new FileHasher().digest(file, FileHasher.state(file))).isEqualTo(HELLO);
    assertThat(new FileHasher().digest(empty, FileHasher.state(empty))).isEqualTo(EMPTY);
  }

  @Test
  void givesNoDigestOfFileThatChangesWhileRead() {
    assertNull(whileRead(() -> Files.writeString(file, "HELLO")), "same size");
    assertNull(
        whileRead(() -> Files.writeString(file, " world", StandardOpenOption.APPEND)), "appended");
    assertNull(whileRead(() -> Files.writeString(file, "")), "truncated");
    assertNull(whileRead(() -> Files.delete(file)), "deleted");
  }

  @Test
  void givesNoDigestOfFileThatIsReplacedOrLinkedWhileRead() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "HELLO");

    assertNull(whileRead(() -> Files.createLink(directory.resolve("link"), file)), "linked");
    assertNull(
        whileRead(() -> Files.move(other, file, StandardCopyOption.REPLACE_EXISTING)), "replaced");
  }

  @Test
  void givesNoDigestOfOtherStateOrInexactTime() {
    FileState state = FileHasher.state(file);
    long second = state.changedNanos() / 1_000_000_000L * 1_000_000_000L;
    FileState whole =
        new FileState(state.device(), state.inode(), 5, state.modifiedNanos(), second);
    FileState future =
        new FileState(state.device(), state.inode(), 5, 1, state.changedNanos() + (1L << 40));
    FileState older = new FileState(state.device(), state.inode(), 5, 1, second - 1);

    assertNull(new FileHasher().digest(file, whole, second), "whole seconds");
    assertNull(new FileHasher().digest(file, future), "future");
    assertNull(new FileHasher().digest(file, older), "older");
  }

  @Test
  void trustsWholeSecondsIfStateIsKnownSinceLaterSecond() {
    long second = 1_000_000_000L;
    FileState whole = new FileState(1, 2, 5, 7 * second, 7 * second);
    FileState exact = new FileState(1, 2, 5, 7 * second, 7 * second + 1);

    assertTrue(FileHasher.mayHideChange(whole, 9 * second - 1));
    assertFalse(FileHasher.mayHideChange(whole, 9 * second));
    assertFalse(FileHasher.mayHideChange(exact, 7 * second));
  }

  @Test
  void givesNoDigestOfUnreadableFile() {
    FileHasher hasher =
        new FileHasher(
            path -> {
              throw new IOException("denied");
            },
            path -> VERITY);

    assertNull(hasher.digest(file, FileHasher.state(file)), "unreadable");
  }

  @Test
  void knowsStatesOfRegularFilesOnly() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    assertThat(FileHasher.state(file).size()).isEqualTo(5);
    assertNull(FileHasher.state(directory), "directory");
    assertNull(FileHasher.state(link), "link");
    assertNull(FileHasher.state(Path.of("/dev/null")), "device");
    assertNull(FileHasher.state(directory.resolve("absent")), "absent");
  }
}
