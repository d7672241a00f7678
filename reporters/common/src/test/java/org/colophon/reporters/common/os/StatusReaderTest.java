// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.FileIdentifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an identity belongs to a file and not to its name. */
class StatusReaderTest {
  @TempDir private Path directory;

  private final StatusReader reader = new StatusReader();
  private Path file;

  @BeforeEach
  void createFile() throws IOException {
    file = Files.writeString(directory.resolve("é"), "12345");
  }

  private StatusReader.Status status(Path path) {
    return Objects.requireNonNull(reader.read(PathBytes.of(path)));
  }

  @Test
  void readsStateAndTimes() throws IOException {
    FileTime old = FileTime.from(1_000_000_000_123_456_789L, TimeUnit.NANOSECONDS);
    Files.setLastModifiedTime(file, old);
    StatusReader.Status status = status(file);

    assertThat(status.isRegular()).isTrue();
    assertThat(status.isFifo()).isFalse();
    assertThat(status.links()).isEqualTo(1);
    assertThat(status.state().size()).isEqualTo(5);
    assertThat(status.state().modifiedNanos()).isEqualTo(old.to(TimeUnit.NANOSECONDS));
    assertThat(status.state().inode()).isEqualTo(Files.getAttribute(file, "unix:ino"));
    assertThat(status.state().device()).isEqualTo(Files.getAttribute(file, "unix:dev"));
    assertThat(status.state().changedNanos())
        .isEqualTo(((FileTime) Files.getAttribute(file, "unix:ctime")).to(TimeUnit.NANOSECONDS));
  }

  @Test
  void keepsIdentityOfRenamedAndLinkedFile() throws IOException {
    FileIdentity before = status(file).identity();
    Path moved = Files.move(file, directory.resolve("moved"));
    Files.writeString(moved, "other content");
    assertThat(status(moved).identity()).isEqualTo(before);
    Path link = Files.createLink(directory.resolve("link"), moved);
    assertThat(status(link).identity()).isEqualTo(before);
    assertThat(status(link).links()).isEqualTo(2);
  }

  @Test
  void distinguishesFileThatReusesAnInode() throws IOException {
    FileIdentity before = status(file).identity();
    assertThat(before.isUnique()).isTrue();
    Files.delete(file);
    Files.writeString(file, "12345");
    assertThat(status(file).identity()).isNotEqualTo(before);
  }

  @Test
  void identifiesRegularFilesOnly() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    assertThat(status(link).isRegular()).isFalse();
    FileIdentifier identifier = FileIdentifier.load();
    assertThat(identifier.identify(PathBytes.of(link))).isNull();
    assertThat(identifier.identify(PathBytes.of(directory))).isNull();
    assertThat(identifier.identify(PathBytes.of(directory.resolve("none")))).isNull();
    assertThat(identifier.identify(PathBytes.of(file))).isEqualTo(status(file).identity());
  }
}
