// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  @TempDir Path directory;

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void replacesContentIfCrashLeftDraft() throws IOException {
    Path file = directory.resolve("f");
    Files.writeString(PrivateFiles.draftOf(file), "a longer text that a crash left");
    Files.setPosixFilePermissions(
        PrivateFiles.draftOf(file), PosixFilePermissions.fromString("rw-r--r--"));
    PrivateFiles.write(file, "old");
    PrivateFiles.write(file, "new");
    assertThat(file).hasContent("new");
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(PrivateFiles.isPrivate(file)).isTrue();
    assertThat(directory).isDirectoryNotContaining(each -> each.toString().endsWith(".new"));
  }

  @Test
  void appendsToAMissingAndAnExistingFile() throws IOException {
    Path file = directory.resolve("f");
    PrivateFiles.append(file, "a\n".getBytes(StandardCharsets.UTF_8));
    PrivateFiles.append(file, "b\n".getBytes(StandardCharsets.UTF_8));
    assertThat(file).hasContent("a\nb\n");
    assertThat(permissions(file)).isEqualTo("rw-------");
  }

  @Test
  void createsDirectoriesThatOthersCannotEnter() throws IOException {
    Path made = Files.createDirectory(directory.resolve("d"), PrivateFiles.DIRECTORY);
    assertThat(permissions(made)).isEqualTo("rwx------");
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-x---"));
    assertThat(PrivateFiles.isPrivate(made)).isFalse();
  }

  @Test
  void deletesATreeWithoutFollowingLinks() throws IOException {
    Path kept = Files.writeString(directory.resolve("kept"), "kept");
    Path tree = Files.createDirectories(directory.resolve("tree/below")).getParent();
    Files.writeString(tree.resolve("below/f"), "gone");
    Files.createSymbolicLink(tree.resolve("link"), directory);
    FileTree.delete(tree);
    assertThat(tree).doesNotExist();
    assertThat(kept).exists();
    FileTree.delete(tree);
  }

  @Test
  void refusesToDeleteSymbolicLink() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    FileTree.delete(link);
    assertThat(target).exists();
    assertThat(link).exists();
  }
}
