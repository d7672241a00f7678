// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.AlteredLibc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests names that change while Linux looks them up again. */
class LookupsTest {
  @TempDir Path directory;

  private final Os real = Os.load();

  /** Concurrent action between a lookup and its result. */
  private final Queue<Runnable> meanwhile = new ArrayDeque<>();

  private final List<String> calls = new ArrayList<>();

  private final Os os =
      AlteredLibc.of(
          real,
          (name, arguments, function) -> {
            calls.add(name);
            Object result = function.call();
            boolean looksUp =
                name.equals("statx")
                    && ((int) arguments[2] & Flags.AT_SYMLINK_NOFOLLOW) != 0
                    && result.equals(0);
            Runnable next = looksUp ? meanwhile.poll() : null;
            if (next != null) {
              next.run();
            }
            return result;
          });

  private final RequestContext request = RequestContext.plain(os);
  private Mirror mirror;
  private Node node;

  @BeforeEach
  void open() throws Exception {
    mirror = Mirror.open(os, directory.toString().getBytes(UTF_8));
    Files.writeString(directory.resolve("old"), "text");
    node = find("old");
  }

  @AfterEach
  void close() {
    mirror.close();
  }

  private Node find(String name) {
    request.name(os.text(name.getBytes(UTF_8)), 0);
    return mirror.lookups.find(request, mirror.root());
  }

  private RequestContext other(String name) {
    RequestContext other = RequestContext.plain(os);
    other.name(os.text(name.getBytes(UTF_8)), 0);
    return other;
  }

  @Test
  void keepsDirectoryWhileItsFileIsKnown() throws Exception {
    Files.createDirectories(directory.resolve("a/b"));
    Files.writeString(directory.resolve("a/b/file"), "text");
    Node outer = find("a");
    Node inner = find("b", outer);
    Node file = find("file", inner);
    mirror.nodes.release(outer);
    mirror.nodes.release(inner);

    assertThat(find("a")).isSameAs(outer);
    mirror.nodes.release(outer);
    request.name(os.text("a".getBytes(UTF_8)), 0);
    request.otherName(os.text("c".getBytes(UTF_8)), 0);
    assertThat(mirror.names.rename(request, mirror.root(), mirror.root(), 0)).isZero();
    assertThat(file.path()).hasToString("/c/b/file");

    mirror.nodes.release(file);
    assertThat(mirror.nodes.get(inner.id())).isNull();
    assertThat(mirror.nodes.get(outer.id())).isNull();
  }

  private Node find(String name, Node parent) {
    request.name(os.text(name.getBytes(UTF_8)), 0);
    return mirror.lookups.find(request, parent);
  }

  private void rename() {
    RequestContext other = other("old");
    other.otherName(os.text("new".getBytes(UTF_8)), 0);
    mirror.names.rename(other, mirror.root(), mirror.root(), 0);
  }

  @Test
  void keepsNewNameIfOldNameIsLookedUpMeanwhile() {
    meanwhile.add(this::rename);

    assertThat(find("old")).isNull();
    assertThat(request.error).isEqualTo(-Errno.ENOENT);
    assertThat(node.path()).isEqualTo(Bytes.of("/new"));
  }

  @Test
  void hasNoNameIfNameIsRemovedMeanwhile() throws Exception {
    Files.createLink(directory.resolve("link"), directory.resolve("old"));
    meanwhile.add(() -> mirror.names.unlink(other("old"), mirror.root()));

    assertThat(find("old")).isNull();
    assertThat(node.path()).isNull();
    assertThat(find("link")).isSameAs(node);
    assertThat(node.path()).isEqualTo(Bytes.of("/link"));
  }

  @Test
  void findsLinkWhileOtherNameIsRenamed() throws Exception {
    Files.createLink(directory.resolve("link"), directory.resolve("old"));
    meanwhile.add(this::rename);

    assertThat(find("link")).isSameAs(node);
    assertThat(node.path()).isEqualTo(Bytes.of("/link"));
  }

  @Test
  void findsKnownNodeWithoutOpeningIt() {
    calls.clear();

    assertThat(find("old")).isSameAs(node);
    assertThat(calls).containsExactly("statx");
  }

  @Test
  void doesNotReportLinkMadeThroughMountAsFoundElsewhere() {
    mirror.names.link(other("link"), node, mirror.root());

    assertThat(node.path()).isEqualTo(Bytes.of("/link"));
    assertThat(node.isFoundElsewhere).isFalse();
  }
}
