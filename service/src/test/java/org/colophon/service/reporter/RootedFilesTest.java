// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.service.config.AttachConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that are replaced between the check and their use. */
class RootedFilesTest {
  @TempDir private Path temp;

  private Path root;
  private Path outside;
  private OptionGuard guard;

  @BeforeEach
  void makeFiles() throws IOException {
    root = Files.createDirectories(temp.toRealPath().resolve("root"));
    outside = Files.createDirectories(root.resolveSibling("outside"));
    Files.writeString(outside.resolve("feed"), "secret");
    Files.createDirectories(root.resolve("a/b"));
    Files.writeString(root.resolve("a/b/feed"), "public");
    guard = new OptionGuard(new AttachConfig(List.of(root), false));
  }

  private Path checked() {
    Map<String, String> options = Map.of("from", root.resolve("a/b/feed").toString());
    List<PluginOption> declared = List.of(PluginOption.file("from", "", ""));
    return Path.of(guard.check(options, declared).get("from"));
  }

  private static String read(FileOpener files, Path path) throws IOException {
    try (FileChannel channel = files.open(path)) {
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void readsFileBelowRoot() throws IOException {
    assertThat(read(guard.files(), checked())).isEqualTo("public");
  }

  @Test
  void readsFileNamedByConfiguredRoot() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("link"), root);
    FileOpener files = new OptionGuard(new AttachConfig(List.of(link), false)).files();
    assertThat(read(files, link.resolve("a/b/feed"))).isEqualTo("public");
    assertThat(read(files, root.resolve("a/b/feed"))).isEqualTo("public");
  }

  @Test
  void rejectsDirectoryReplacedByLinkAfterCheck() throws IOException {
    Path path = checked();
    Files.move(root.resolve("a/b"), root.resolve("gone"));
    Files.createSymbolicLink(root.resolve("a/b"), outside);
    assertThat(read(FileOpener.PLAIN, path)).as("without the opener").isEqualTo("secret");
    assertThatThrownBy(() -> read(guard.files(), path)).isInstanceOf(IOException.class);
  }

  @Test
  void rejectsFileReplacedByLinkAfterCheck() throws IOException {
    Path path = checked();
    Files.delete(path);
    Files.createSymbolicLink(path, outside.resolve("feed"));
    assertThatThrownBy(() -> read(guard.files(), path)).isInstanceOf(IOException.class);
  }

  @Test
  void rejectsFileOutsideRoots() {
    assertThatThrownBy(() -> read(guard.files(), outside.resolve("feed")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("below none of attach.roots");
    assertThatThrownBy(() -> read(guard.files(), root.resolve("../outside/feed")))
        .hasFieldOrPropertyWithValue("code", ErrorCode.NOT_PERMITTED);
  }
}
