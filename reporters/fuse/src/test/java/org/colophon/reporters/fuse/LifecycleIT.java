package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.mount.MountTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounting, unmounting, and what is refused. */
class LifecycleIT {
  @TempDir Path folder;

  private boolean isMounted(Path path) {
    return MountTable.read().hasOurs(Bytes.of(path.toString()));
  }

  @Test
  void shouldUnmountWhenDetached() throws Exception {
    Mounted mounted = new Mounted(folder);
    mounted.run("echo text > file");
    assertThat(isMounted(mounted.mount)).isTrue();

    mounted.close();

    assertThat(isMounted(mounted.mount)).isFalse();
    assertThat(mounted.source.resolve("file")).hasContent("text\n");
  }

  @Test
  void shouldMirrorWhatIsBelowWhenMountedOverTheSource() throws Exception {
    Path both = Files.createDirectories(folder.resolve("source"));
    Files.writeString(both.resolve("old"), "old\n");
    try (Mounted mounted = new Mounted(folder, "mount", both.toString())) {
      Mounted.run(List.of("sh", "-ec", "cat old > new"), both);

      assertThat(both.resolve("new")).hasContent("old\n");
      assertThat(mounted.reader().resolve(Bytes.of(both + "/new"), Long.MAX_VALUE)).isNotZero();
    }
    assertThat(both.resolve("new")).hasContent("old\n");
  }

  @Test
  void shouldCutOffWhoUsesItWhenDetachedInUse() throws Exception {
    Mounted mounted = new Mounted(folder);
    mounted.run("echo text > file");
    try (InputStream input = Files.newInputStream(mounted.mount.resolve("file"))) {
      mounted.close();

      assertThat(isMounted(mounted.mount)).isFalse();
      assertThatThrownBy(input::read).isInstanceOf(java.io.IOException.class);
    }
  }

  @Test
  void shouldEndWhenSomebodyUnmounts() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run("echo text > file");

      Mounted.run(List.of("umount", mounted.mount.toString()), folder);

      mounted.handle().await();
      assertThat(mounted.handle().failure()).isEmpty();
    }
  }

  @Test
  void shouldRefuseWhenTheMountLiesInsideTheSource() {
    Path inside = folder.resolve("source/inside");

    assertThatThrownBy(
            () -> {
              Files.createDirectories(inside);
              new Mounted(folder, "mount", inside.toString()).close();
            })
        .cause()
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("mirror itself");
  }

  @Test
  void shouldRefuseWhenTheStoreLiesBelowTheMount() {
    assertThatThrownBy(() -> new Mounted(folder, "mount", folder.toString()).close())
        .cause()
        .hasMessageContaining("store")
        .hasMessageContaining("wait for itself");
    assertThat(isMounted(folder)).isFalse();
  }

  @Test
  void shouldRefuseWhenTheSourceIsNotThere() {
    assertThatThrownBy(() -> new Mounted(folder, "source", folder + "/none").close())
        .cause()
        .hasMessageContaining("source=")
        .hasMessageContaining("none");
  }

  @Test
  void shouldRefuseChangesWhenReadOnly() throws Exception {
    Files.createDirectories(folder.resolve("source"));
    Files.writeString(folder.resolve("source/file"), "text");
    try (Mounted mounted = new Mounted(folder, "read-only", "true")) {
      assertThat(mounted.run("cat file; ! echo more 2>/dev/null >> file")).isEqualTo("text");
    }
  }
}
