// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.sink.SinkOptions;
import org.colophon.reporters.common.proc.MountTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests mounting, unmounting and the rejection of mounts. */
@Tag("jdk")
class LifecycleIT {
  @TempDir Path directory;

  private boolean isMounted(Path path) {
    return MountTable.read().hasOurs(Bytes.of(path.toString()));
  }

  @Test
  void unmountsWhenDetached() throws Exception {
    Mounted mounted = new Mounted(directory);
    mounted.run("echo text > file");
    assertThat(isMounted(mounted.mount)).isTrue();

    mounted.close();

    assertThat(isMounted(mounted.mount)).isFalse();
    assertThat(mounted.source.resolve("file")).hasContent("text\n");
  }

  @Test
  void mirrorsSourceBelowItsOwnMount() throws Exception {
    Path both = Files.createDirectories(directory.resolve("source"));
    Files.writeString(both.resolve("old"), "old\n");
    try (Mounted mounted = new Mounted(directory, "mount", both.toString())) {
      Mounted.run(List.of("sh", "-ec", "cat old > new"), both);

      assertThat(both.resolve("new")).hasContent("old\n");
      assertThat(mounted.reader().resolve(Bytes.of(both + "/new"), Long.MAX_VALUE)).isNotZero();
    }
    assertThat(both.resolve("new")).hasContent("old\n");
  }

  /** Reaches the directory through a link, because an option can contain only valid UTF-8. */
  @Test
  void mirrorsDirectoryWithNameThatIsNotUtf8() throws Exception {
    Path named = directory.resolve(PathBytes.path(Bytes.wrap(new byte[] {'d', (byte) 0xf6, 'n'})));
    Files.createDirectory(named);
    Path link = Files.createSymbolicLink(directory.resolve("link"), named);
    Bytes mount = PathBytes.of(named.resolve("mount").toAbsolutePath());
    try (Mounted mounted = new Mounted(link)) {
      mounted.run("echo text > file");

      assertThat(named.resolve("source/file")).hasContent("text\n");
      assertThat(MountTable.read().hasOurs(mount)).isTrue();
      Bytes file = mount.concat(Bytes.of("/file"));
      assertThat(mounted.reader().resolve(file, Long.MAX_VALUE)).isNotZero();
    }
    assertThat(MountTable.read().hasOurs(mount)).isFalse();
  }

  @Test
  void endsAccessOfProgramsIfDetachedInUse() throws Exception {
    Mounted mounted = new Mounted(directory);
    mounted.run("echo text > file");
    try (InputStream input = Files.newInputStream(mounted.mount.resolve("file"))) {
      mounted.close();

      assertThat(isMounted(mounted.mount)).isFalse();
      assertThatThrownBy(input::read).isInstanceOf(java.io.IOException.class);
    }
  }

  @Test
  void endsWhenUnmounted() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("echo text > file");

      Mounted.run(List.of("umount", mounted.mount.toString()), directory);

      mounted.handle().await();
      assertThat(mounted.handle().failure()).isEmpty();
    }
  }

  private static String fileSystem(Path path) throws Exception {
    return Mounted.run(List.of("stat", "-f", "-c", "%T", path.toString()), path).strip();
  }

  private static void mountMemory(Path path) throws Exception {
    Mounted.run(List.of("mount", "-t", "tmpfs", "none", path.toString()), path);
  }

  private void unmount(Path path) throws Exception {
    Mounted.run(List.of("umount", path.toString()), directory);
  }

  @Test
  void uncoversLowerFileSystemWhenUnmounted() throws Exception {
    Path both = Files.createDirectories(directory.resolve("source"));
    mountMemory(both);
    try (Mounted mounted = new Mounted(directory, "mount", both.toString())) {
      unmount(both);

      mounted.handle().await();
      assertThat(mounted.handle().failure()).isEmpty();
      assertThat(fileSystem(both)).isEqualTo("tmpfs");
    } finally {
      unmount(both);
    }
  }

  @Test
  void leavesMountThatCoversMirrorWhenDetached() throws Exception {
    Mounted mounted = new Mounted(directory);
    mountMemory(mounted.mount);
    mounted.close();

    String found = fileSystem(mounted.mount);
    unmount(mounted.mount);
    if (isMounted(mounted.mount)) {
      unmount(mounted.mount);
    }
    assertThat(found).isEqualTo("tmpfs");
    assertThat(isMounted(mounted.mount)).isFalse();
  }

  @Test
  void removesMirrorWhoseConnectionIsAborted() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("exec 3>file; sleep 600 <&3 >/dev/null 2>&1 & echo $! > ../pid");
      Mounted.run(List.of("sh", "-c", "umount -f mount || true"), directory);

      mounted.handle().await();
      assertThat(isMounted(mounted.mount)).isFalse();
      Mounted.run(List.of("sh", "-c", "kill $(cat pid)"), directory);
    }
  }

  @Test
  void rejectsDirectoryOfOldContentBelowMount() throws Exception {
    Path mount = Files.createDirectories(directory.resolve("mount"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), mount);
    String before = link.resolve("none/before").toString();

    assertThatThrownBy(() -> new Mounted(directory, "inspectors", "text", "before", before).close())
        .cause()
        .hasMessageContaining(mount + "/none/before")
        .hasMessageContaining("before=");
    assertThat(isMounted(mount)).isFalse();
  }

  @Test
  void rejectsMountInsideSource() {
    Path inside = directory.resolve("source/inside");

    assertThatThrownBy(
            () -> {
              Files.createDirectories(inside);
              new Mounted(directory, "mount", inside.toString()).close();
            })
        .cause()
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("mirror itself");
  }

  @Test
  void rejectsStoreBelowMount() {
    assertThatThrownBy(() -> new Mounted(directory, "mount", directory.toString()).close())
        .cause()
        .hasMessageContaining("store")
        .hasMessageContaining("wait for itself");
    assertThat(isMounted(directory)).isFalse();
  }

  @Test
  void rejectsUnknownTransportAndNamesPlugin() {
    assertThatThrownBy(() -> new Mounted(directory, "transport", "nfs"))
        .isInstanceOf(ColophonException.class)
        .hasMessageStartingWith("no transport 'nfs'; known here: ")
        .hasMessageContaining("raw")
        .hasMessageEndingWith("'./build plugin fuse-jnr' builds in a checkout");
  }

  @Test
  void rejectsMissingSource() {
    assertThatThrownBy(() -> new Mounted(directory, "source", directory + "/none").close())
        .cause()
        .hasMessageContaining("source=")
        .hasMessageContaining("none does not exist");
  }

  @Test
  void leavesNoGapIfUnmountedAndMountedAgain() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("echo text > file");
      mounted.handle().stop();
      mounted.handle().await();
      FuseReporter next =
          (FuseReporter)
              new FuseReporterFactory()
                  .create(
                      Map.of(
                          "source", mounted.source.toString(), "mount", mounted.mount.toString()));
      mounted.kernel.attach("fuse", next, SinkOptions.DEFAULT);
      next.awaitMounted();

      mounted.run("cat file > copy");
      assertThat(mounted.losses()).isEmpty();
      assertThat(mounted.ancestors("copy")).containsExactly("file");
    }
  }

  /** This module has no reporter of kernel events. */
  @Test
  void mountsWithOneWarningWhenProgramsCannotBeTraced() throws Exception {
    assertThat(warningsOfMount("trace", "auto"))
        .singleElement(STRING)
        .contains("does not trace its programs, which may read elsewhere", "ebpf");
  }

  /** A trace would record the excluded files by path. */
  @Test
  void doesNotTryToTraceWhenFilesAreExcluded() throws Exception {
    assertThat(warningsOfMount("trace", "auto", "exclude", "*.tmp")).isEmpty();
  }

  private List<String> warningsOfMount(String... options) throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger(FuseReporter.class.getName());
    Filter before = logger.getFilter();
    logger.setFilter(
        message -> {
          if (message.getLevel() == Level.WARNING) {
            warnings.add(new SimpleFormatter().formatMessage(message));
          }
          return true;
        });
    try (Mounted mounted = new Mounted(directory, options)) {
      mounted.run("echo text > file");
      assertThat(mounted.counters()).containsEntry("tracesPrograms", 0L);
      return warnings;
    } finally {
      logger.setFilter(before);
    }
  }

  @Test
  void rejectsMountWhenRequiredTraceIsNotAvailable() {
    assertThatThrownBy(() -> new Mounted(directory, "trace", "yes").close())
        .cause()
        .hasMessageContaining("ebpf");
  }

  /** Tests mirrors in the same store and in another one. */
  @Test
  void rejectsSecondMirrorOnMountPoint() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      String source = mounted.source.toString();
      String mount = mounted.mount.toString();
      FuseReporter second =
          (FuseReporter)
              new FuseReporterFactory().create(Map.of("source", source, "mount", mount + "/."));
      ReporterHandle refused = mounted.kernel.attach("again", second, SinkOptions.DEFAULT);
      refused.await();
      assertThat(refused.failure()).get(THROWABLE).hasMessageContaining("a mirror is mounted on");

      assertThatThrownBy(
              () ->
                  new Mounted(directory.resolve("other"), "source", source, "mount", mount).close())
          .cause()
          .hasMessageContaining("a mirror is mounted on " + mount + " already");

      assertThat(isMounted(mounted.mount)).isTrue();
      mounted.run("echo text > file; cat file > copy");
      assertThat(mounted.ancestors("copy")).containsExactly("file");
    }
  }

  @Test
  void rejectsSourceSeenThroughAnotherMirror() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("mkdir inside");
      for (Path source : List.of(mounted.mount, mounted.mount.resolve("inside"))) {
        Path other = directory.resolve("of-" + source.getFileName());
        assertThatThrownBy(() -> new Mounted(other, "source", source.toString()).close())
            .cause()
            .hasMessageContaining("source=" + source)
            .hasMessageContaining("seen through a mirror");
      }
    }
  }

  @Test
  void rejectsSourceThatContainsAnotherMirror() throws Exception {
    Path inside = Files.createDirectories(directory.resolve("outer/source/sub/x"));
    try (Mounted inner = new Mounted(directory.resolve("inner"), "mount", inside.toString())) {
      assertThatThrownBy(() -> new Mounted(directory.resolve("outer")).close())
          .cause()
          .hasMessageContaining("source=" + directory.resolve("outer/source"))
          .hasMessageContaining("a mirror is mounted on " + inside);
      assertThat(inner.handle().isRunning()).isTrue();
    }
  }

  @Test
  void rejectsMountThatAnotherMirrorShows() throws Exception {
    try (Mounted outer = new Mounted(directory.resolve("outer"))) {
      outer.run("mkdir -p sub/x");
      Path inside = outer.source.resolve("sub/x");
      Path other = directory.resolve("inner");
      assertThatThrownBy(() -> new Mounted(other, "mount", inside.toString()).close())
          .cause()
          .hasMessageContaining("mount=" + inside)
          .hasMessageContaining(outer.mount + " shows " + outer.source);
      assertThat(isMounted(inside)).isFalse();
    }
  }

  @Test
  void identifiesFileOfOverlappingMirrors() throws Exception {
    Path part = Files.createDirectories(directory.resolve("part"));
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("mkdir sub");
      String sub = mounted.source.resolve("sub").toString();
      FuseReporter second =
          (FuseReporter)
              new FuseReporterFactory().create(Map.of("source", sub, "mount", part.toString()));
      mounted.kernel.attach("part", second, SinkOptions.DEFAULT);
      second.awaitMounted();
      Mounted.run(List.of("sh", "-ec", "echo text > file"), part);
      mounted.run("cat sub/file > copy");

      assertThat(mounted.object("sub/file")).isPositive().isEqualTo(mounted.object(part + "/file"));
      assertThat(mounted.ancestors("copy")).containsExactly("sub/file");
    }
  }

  @Test
  void mirrorsDirectoryThatCoversAnotherMirror() throws Exception {
    Path top = Files.createDirectories(directory.resolve("top"));
    Path hidden = Files.createDirectories(top.resolve("inside"));
    try (Mounted below = new Mounted(directory.resolve("hidden"), "mount", hidden.toString())) {
      mountMemory(top);
      Files.createDirectories(hidden);
      try (Mounted mounted = new Mounted(directory.resolve("seen"), "source", hidden.toString())) {
        mounted.run("echo text > file");
        assertThat(hidden.resolve("file")).hasContent("text\n");
      } finally {
        unmount(top);
      }
      below.run("true");
    }
  }

  @Test
  void mirrorsMirrorWithoutRecording() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      String source = mounted.mount.toString();
      new Mounted(directory.resolve("other"), "source", source, "record", "false").close();
    }
  }

  @Test
  void countsRequests() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run("echo text > a.txt; cat a.txt; ls; mkdir d; mv a.txt d; ! cat none 2>/dev/null");

      Map<String, Long> counters = mounted.counters();
      assertThat(counters)
          .containsEntry("creations", 2L)
          .containsEntry("writes", 1L)
          .containsEntry("bytesWritten", 5L)
          .containsEntry("bytesRead", 5L)
          .containsEntry("renamesAndLinks", 1L)
          .containsEntry("unrecorded", 0L)
          .containsKeys("changesOffered", "changesRefused", "changesWaiting", "inspections");
      assertThat(counters.get("requests")).isGreaterThan(10);
      assertThat(counters.get("requestsRefused")).isPositive();
      assertThat(counters.get("filesKnown")).isGreaterThanOrEqualTo(3);
      mounted.run("exec 3<d/a.txt; sleep 60 <&3 >/dev/null 2>&1 & echo $! > ../pid");
      assertThat(mounted.counters().get("filesOpen")).isPositive();
      mounted.run("kill $(cat ../pid)");
    }
  }

  @Test
  void rejectsChangesIfReadOnly() throws Exception {
    Files.createDirectories(directory.resolve("source"));
    Files.writeString(directory.resolve("source/file"), "text");
    try (Mounted mounted = new Mounted(directory, "read-only", "true")) {
      assertThat(mounted.run("cat file; ! echo more 2>/dev/null >> file")).isEqualTo("text");
    }
  }
}
