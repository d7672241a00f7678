package org.colophon.benchmarks.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rival that did less than it is asked for would look quick. */
@Tag("jdk")
class JnrMirrorIT {
  @TempDir Path directory;

  private Subject subject;
  private Path mount;
  private Path source;

  @BeforeEach
  void start() throws IOException {
    Path lower = directory.toRealPath().resolve("lower");
    subject = new Subjects(lower, directory.resolve("stores")).start("jnr-fuse");
    mount = subject.directory;
    source = lower.resolve("jnr-fuse").resolve("src");
  }

  @AfterEach
  void end() {
    subject.close();
  }

  @Test
  void shouldKeepContentsWhenFilesAreWrittenAppendedToAndCut() throws IOException {
    String text = "line\n".repeat(100_000); // more than one request
    Files.writeString(mount.resolve("file"), text);
    Files.writeString(mount.resolve("file"), "more", StandardOpenOption.APPEND);
    assertThat(source.resolve("file")).hasContent(text + "more");
    assertThat(mount.resolve("file")).hasContent(text + "more");

    try (FileChannel channel = FileChannel.open(mount.resolve("file"), StandardOpenOption.WRITE)) {
      channel.truncate(4);
      channel.force(true);
    }
    assertThat(source.resolve("file")).hasContent("line");
  }

  @Test
  void shouldKeepNamesWhenTheyAreMadeMovedLinkedAndRemoved() throws IOException {
    Files.createDirectories(mount.resolve("a/b"));
    Files.writeString(mount.resolve("a/b/file"), "text");
    Files.writeString(mount.resolve("a/other"), "old");
    Files.move(
        mount.resolve("a/b/file"), mount.resolve("a/other"), StandardCopyOption.REPLACE_EXISTING);
    Files.createLink(mount.resolve("hard"), mount.resolve("a/other"));
    Files.createSymbolicLink(mount.resolve("soft"), Path.of("a/other"));

    assertThat(source.resolve("a/other")).hasContent("text");
    assertThat(source.resolve("a/b")).isEmptyDirectory();
    assertThat(Files.isSameFile(source.resolve("hard"), source.resolve("a/other"))).isTrue();
    assertThat(Files.readSymbolicLink(mount.resolve("soft"))).isEqualTo(Path.of("a/other"));
    assertThat(names(mount)).containsExactlyInAnyOrder("a", "hard", "soft");

    Files.delete(mount.resolve("a/b"));
    Files.delete(mount.resolve("hard"));
    Files.delete(mount.resolve("soft"));
    assertThat(names(source)).containsExactly("a");
  }

  private static List<String> names(Path of) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(of)) {
      entries.forEach(each -> names.add(each.getFileName().toString()));
    }
    return names;
  }

  @Test
  void shouldKeepModesAndTimesWhenTheyAreSet() throws IOException {
    Path file = Files.writeString(mount.resolve("file"), "text");
    FileTime time = FileTime.fromMillis(1_000_000_000_123L);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Files.setLastModifiedTime(file, time);

    Path below = source.resolve("file");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(below)))
        .isEqualTo("rw-r-----");
    assertThat(Files.getLastModifiedTime(below)).isEqualTo(time);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
  }

  @Test
  void shouldAnswerWithTheErrorOfTheDirectoryBelow() throws IOException {
    Files.createDirectories(mount.resolve("full/inner"));

    assertThatThrownBy(() -> Files.delete(mount.resolve("full")))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThatThrownBy(() -> Files.readString(mount.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldDoAllThatPostmarkAsksFor() throws IOException {
    Path mails = Files.createDirectory(mount.resolve("mails"));
    Cost cost = new Postmark(30, 3, 25).run(mails, 0);
    assertThat(cost.wallSeconds()).isPositive();
    assertThat(source.resolve("mails")).isEmptyDirectory();
  }

  @Test
  void shouldUnmountWhenItEnds() throws IOException {
    subject.close();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(" " + mount + " ");
  }
}
