// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks that a file has the same object below a bind mount and below the mount's source. */
class BindMountReplayTest {
  private final ReplayFixture replay = new ReplayFixture();

  private int fd = 3;

  private String opened(int process, String name) {
    String call = process + " openat(AT_FDCWD, \"" + name + "\", O_RDONLY) = " + fd++;
    return String.join("; ", replay.after(call));
  }

  @Test
  void namesFilesBySourceOnlyWithinNamespace() {
    replay.after("fork() = 11", "fork() = 12", "11 unshare(CLONE_NEWNS) = 0");
    replay.after("11 mount(\"a\", \"/w/b/\", NULL, 0x1000, NULL) = 0", "11 fork() = 13");
    assertThat(opened(11, "b/f")).isEqualTo("11 OPEN /w/a/f 0");
    assertThat(opened(13, "/w/b/d/../g")).isEqualTo("13 OPEN /w/a/g 0");
    assertThat(opened(12, "b/f")).isEqualTo("12 OPEN /w/b/f 0");
    replay.after("13 chdir(\"b\") = 0");
    assertThat(opened(13, "h")).isEqualTo("13 OPEN /w/a/h 0");
  }

  @Test
  void translatesMountedFileUntilUnmounted() {
    replay.after("mount(\"a\", \"b\", \"none\", MS_BIND, NULL) = 0");
    assertThat(opened(10, "b")).isEqualTo("10 OPEN /w/a 0");
    assertThat(replay.after("umount2(\"b\", UMOUNT_NOFOLLOW) = 0")).isEmpty();
    assertThat(opened(10, "b")).isEqualTo("10 OPEN /w/b 0");
  }

  @Test
  void copiesMountsForNewNamespace() {
    replay.after("mount(\"a\", \"b\", NULL, MS_BIND, NULL) = 0");
    replay.after("clone(child_stack=NULL, flags=CLONE_NEWNS|SIGCHLD) = 11");
    replay.after("11 umount2(\"b\", 0) = 0");
    assertThat(opened(11, "b/f")).isEqualTo("11 OPEN /w/b/f 0");
    assertThat(opened(10, "b/f")).isEqualTo("10 OPEN /w/a/f 0");
  }
}
