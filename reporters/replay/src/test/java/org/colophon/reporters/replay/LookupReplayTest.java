// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.state.HostProbe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests listings of directories and lookups of absent files. */
class LookupReplayTest {
  private static final String ENOENT = " = -1 ENOENT (No such file or directory)";

  private final ReplayFixture replay = new ReplayFixture();

  @BeforeEach
  void recordLookups() {
    replay.setLookups(true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "open(\"a\", O_RDONLY)",
        "creat(\"a\", 0666)",
        "openat(AT_FDCWD, \"a\", O_RDONLY|O_CLOEXEC)",
        "openat2(AT_FDCWD, \"./a\", {flags=O_RDONLY, resolve=0}, 24)",
        "execve(\"a\", [\"a\"], 0x7f /* 3 vars */)",
        "execveat(AT_FDCWD, \"/w/a\", [\"a\"], NULL, 0)",
        "stat(\"a\", 0x7f)",
        "lstat(\"a\", 0x7f)",
        "newfstatat(AT_FDCWD, \"a\", 0x7f, 0)",
        "statx(AT_FDCWD, \"a\", AT_STATX_SYNC_AS_STAT, STATX_ALL, 0x7f)",
        "access(\"a\", R_OK)",
        "faccessat(AT_FDCWD, \"a\", R_OK)",
        "faccessat2(AT_FDCWD, \"a\", R_OK, AT_EACCESS)",
        "readlink(\"a\", 0x7f, 4096)",
        "readlinkat(AT_FDCWD, \"a\", 0x7f, 4096)",
      })
  void reportsAbsentFileAsInput(String call) {
    assertThat(replay.after(call + ENOENT)).containsExactly("10 READ absent:///w/a 0");
    assertThat(replay.after(call + " = -1 ENOTDIR (Not a directory)"))
        .containsExactly("10 READ absent:///w/a 0");
    assertThat(replay.after(call + " = -1 EACCES (Permission denied)")).isEmpty();
    replay.setLookups(false);
    assertThat(replay.after(call + ENOENT)).isEmpty();
  }

  @Test
  void reportsNothingForExistingFilesAndEmptyPaths() {
    assertThat(replay.after("stat(\"a\", {st_mode=S_IFREG|0644, st_size=2, ...}) = 0")).isEmpty();
    assertThat(replay.after("access(\"a\", R_OK) = 0", "readlink(\"a\", \"b\", 9) = 1")).isEmpty();
    assertThat(replay.after("open(\"\", O_RDONLY)" + ENOENT, "unlink(\"a\")" + ENOENT)).isEmpty();
  }

  @Test
  void reportsInterruptedLookup() {
    assertThat(
            replay.after("10 stat(\"a\", <unfinished ...>", "10 <... stat resumed>0x7f)" + ENOENT))
        .containsExactly("10 READ absent:///w/a 0");
  }

  @Test
  void separatesFileThatIsCreatedLater() {
    assertThat(replay.after("open(\"a\", O_RDONLY)" + ENOENT)).isNotEmpty();
    assertThat(replay.after("open(\"a\", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3"))
        .contains("10 CREATE /w/a 0");
    assertThat(replay.after("unlink(\"a\") = 0", "open(\"a\", O_RDONLY)" + ENOENT))
        .endsWith("10 READ absent:///w/a 0");
  }

  @Test
  void reportsDirectoryOnceForEachOpen() {
    String open = "openat(AT_FDCWD, \"d\", O_RDONLY|O_DIRECTORY) = 3";
    String list = "getdents64(3, 0x55 /* 5 entries */, 32768) = 144";
    String end = "getdents64(3, 0x55 /* 0 entries */, 32768) = 0";
    assertThat(replay.after(open, list, end)).containsExactly("10 READ /w/d 0");
    assertThat(replay.after("close(3) = 0", open, list)).containsExactly("10 READ /w/d 0");
    replay.setLookups(false);
    assertThat(replay.after("close(3) = 0", open, list)).isEmpty();
  }

  @Test
  void recordsGapForUnknownDirectory() {
    assertThat(
            replay.after(
                "getdents64(7, 0x55 /* 5 entries */, 32768) = 144",
                "openat(8, \"a\", O_RDONLY)" + ENOENT,
                "openat2(AT_FDCWD, \"a\", {flags=O_RDONLY, resolve=RESOLVE_IN_ROOT}, 24)" + ENOENT))
        .containsExactly("10 gap STARTED_BEFORE", "10 gap STARTED_BEFORE", "10 gap UNKNOWN_CALL");
  }

  @Test
  void reportsMissingInterpreterOfScript() {
    ReplayFixture live = new ReplayFixture(new Existing());
    live.setLookups(true);
    assertThat(live.after("execve(\"a.sh\", [\"a.sh\"], 0x7f /* 3 vars */)" + ENOENT))
        .containsExactly("10 READ absent:///opt/sh 0");
    assertThat(live.after("open(\"a.sh\", O_DIRECTORY) = -1 ENOTDIR (Not a directory)")).isEmpty();
  }

  /** A host where each file exists and is a script. */
  private static final class Existing implements HostProbe {
    @Override
    public boolean exists(Bytes path) {
      return true;
    }

    @Override
    public Bytes interpreter(Bytes path) {
      return Bytes.of("/opt/sh");
    }
  }
}
