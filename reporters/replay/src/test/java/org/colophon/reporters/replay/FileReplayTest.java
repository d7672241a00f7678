// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.junit.jupiter.api.Test;

/** Tests calls on files: opening, moving data, truncating and naming. */
class FileReplayTest {
  private final ReplayFixture replay = new ReplayFixture();

  private List<String> after(String... lines) {
    return replay.after(lines);
  }

  @Test
  void recordsGapWhenOldFileIsAppendedToBeforeItsStateIsRead() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("open(\"r.written\", O_RDONLY) = 3", "open(\"a.old\", O_WRONLY|O_APPEND) = 4");
    assertThat(live.sink.gaps).isEmpty();
    ReplayFixture replacing = new ReplayFixture(new FakeHostProbe(Map.of()));
    replacing.after("open(\"a.written\", O_WRONLY|O_TRUNC) = 3");
    assertThat(replacing.sink.gaps).isEmpty();
    live.after("open(\"a.written\", O_WRONLY|O_APPEND) = 5", "open(\"a.written\", O_RDONLY) = 6");
    assertThat(live.sink.gaps).containsExactly(GapCause.KNOWN_BY_NAME);
  }

  @Test
  void reportsAllKindsOfReadsAndWrites() {
    after("openat(AT_FDCWD, \"a\", O_RDWR) = 3");
    for (String call : List.of("read", "pread64", "readv", "preadv", "preadv2")) {
      assertThat(after(call + "(3, 0x1, 0x9) = 9")).containsExactly("10 READ /w/a 9");
      assertThat(after(call + "(3, 0x1, 0x9) = 0")).containsExactly("10 READ /w/a 0");
      assertThat(after(call + "(3, 0x1, 0x9) = -1 EIO (Input/output error)")).isEmpty();
    }
    for (String call : List.of("write", "pwrite64", "writev", "pwritev", "pwritev2")) {
      assertThat(after(call + "(0x3, 0x1, 0x9) = 0x9")).containsExactly("10 WRITE /w/a 9");
      assertThat(after(call + "(3, 0x1, 0x0) = 0")).isEmpty();
    }
  }

  @Test
  void reportsCopiesBetweenDescriptors() {
    after("open(\"a\", O_RDONLY) = 3", "creat(\"b\", 0666) = 4", "pipe2([5, 6], 0) = 0");
    assertThat(after("copy_file_range(3, NULL, 4, NULL, 9, 0) = 9"))
        .containsExactly("10 READ /w/a 9", "10 WRITE /w/b 9");
    assertThat(after("sendfile(4, 3, NULL, 9) = 9"))
        .containsExactly("10 READ /w/a 9", "10 WRITE /w/b 9");
    assertThat(after("splice(3, NULL, 6, NULL, 9, 0) = 9"))
        .containsExactly("10 READ /w/a 9", "10 WRITE pipe:[10.1] 9");
    assertThat(after("tee(5, 6, 9, 0) = 9"))
        .containsExactly("10 READ pipe:[10.1] 9", "10 WRITE pipe:[10.1] 9");
    assertThat(after("vmsplice(6, [{iov_base=\"x\", iov_len=1}], 1, 0) = 1"))
        .containsExactly("10 WRITE pipe:[10.1] 1");
  }

  @Test
  void attachesStatesAtFirstUseAndAfterChanges() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    assertThat(live.after("open(\"r.old\", O_RDONLY) = 3", "open(\"r.old\", O_RDONLY) = 4"))
        .containsExactly("0 file-seen /w/r.old", "10 OPEN /w/r.old 0", "10 OPEN /w/r.old 0");
    live.after("open(\"a.old\", O_RDWR) = 3", "creat(\"d/b.old\", 0600) = 4");
    live.after("creat(\"c.old\", 0600) = 5", "unlink(\"c.old\") = 0", "creat(\"new\", 0600) = 6");
    live.after("rename(\"d\", \"e\") = 0", "truncate(\"t.old\", 1) = 0");
    int before = live.sink.events.size();
    live.finish();
    assertThat(live.sink.texts().subList(before, live.sink.events.size()))
        .containsExactly(
            "0 file-state /w/a.old", "0 file-state /w/d/b.old", "0 file-state /w/t.old");
  }

  @Test
  void attachesStateOnceToFileWithSeveralNames() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    live.after("creat(\"a.old\", 0600) = 3", "link(\"a.old\", \"b.old\") = 0");
    live.after("creat(\"c.old\", 0600) = 4", "link(\"c.old\", \"d.old\") = 0");
    live.after("unlink(\"c.old\") = 0");
    int before = live.sink.events.size();
    live.finish();
    assertThat(live.sink.texts().subList(before, live.sink.events.size()))
        .containsExactly("0 file-state /w/a.old", "0 file-state /w/c.old");
  }

  @Test
  void cutsTruncatedFile() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    assertThat(after("openat(AT_FDCWD, \"a\", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 4"))
        .containsExactly("10 OPEN /w/a 0", "10 cut /w/a");
    assertThat(after("ftruncate(4, 0) = 0", "truncate(\"a\", 0) = 0"))
        .containsExactly("10 cut /w/a", "10 cut /w/a");
    assertThat(after("ftruncate(4, 0x10) = 0", "fallocate(4, 0, 0, 9) = 0"))
        .containsExactly("10 WRITE /w/a 0", "10 WRITE /w/a 0");
    assertThat(after("truncate(\"a\", 0) = -1 EACCES (Permission denied)")).isEmpty();
  }

  @Test
  void reportsTruncationFromBeginToEndIfCallIsInterrupted() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    assertThat(
            after(
                "openat(AT_FDCWD, \"a\", O_WRONLY|O_TRUNC <unfinished ...>",
                "<... openat resumed>) = 4"))
        .containsExactly("10 cut BEGIN /w/a", "10 OPEN /w/a 0", "10 cut END /w/a");
  }

  @Test
  void createsUnknownFile() {
    assertThat(after("openat(AT_FDCWD, \"n\", O_WRONLY|O_CREAT|O_EXCL, 0600) = 3"))
        .containsExactly("10 bind /w/n", "10 CREATE /w/n 0");
    assertThat(after("openat(AT_FDCWD, \"m\", O_WRONLY|O_CREAT|O_TRUNC, 0600) = 4"))
        .containsExactly("10 bind /w/m", "10 CREATE /w/m 0");
    assertThat(after("openat(AT_FDCWD, \"k\", O_WRONLY|O_CREAT|O_APPEND, 0600) = 5"))
        .containsExactly("10 OPEN /w/k 0");
    assertThat(after("openat2(AT_FDCWD, \"j\", {flags=O_RDWR|O_CREAT|O_EXCL, resolve=0}, 24) = 6"))
        .containsExactly("10 bind /w/j", "10 CREATE /w/j 0");
  }

  @Test
  void createsFileThatIsNewOnHost() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    assertThat(live.after("openat(AT_FDCWD, \"k.new\", O_WRONLY|O_CREAT|O_APPEND, 0600) = 5"))
        .containsExactly("10 bind /w/k.new", "10 CREATE /w/k.new 0");
    assertThat(live.after("openat(AT_FDCWD, \"k.new\", O_WRONLY|O_CREAT, 0600) = 6"))
        .containsExactly("10 OPEN /w/k.new 0");
    assertThat(live.after("openat(AT_FDCWD, \"j.new\", O_RDONLY) = 7"))
        .containsExactly("10 OPEN /w/j.new 0");
    assertThat(live.after("openat(AT_FDCWD, \"k\", O_WRONLY|O_CREAT|O_APPEND, 0600) = 8"))
        .containsExactly("10 OPEN /w/k 0");
  }

  @Test
  void bindsNameWhenUnnamedFileIsLinked() {
    after("openat(AT_FDCWD, \".\", O_RDWR|O_TMPFILE, 0600) = 3", "write(3, \"x\", 1) = 1");
    String link = "linkat(AT_FDCWD, \"/proc/self/fd/3\", AT_FDCWD, \"t\", AT_SYMLINK_FOLLOW) = 0";
    assertThat(after(link)).containsExactly("10 bind /w/t");
    assertThat(after("openat(AT_FDCWD, \"t\", O_RDONLY) = 4", "read(4, \"x\", 1) = 1"))
        .containsExactly("10 OPEN /w/t 0", "10 READ /w/t 1");
    assertThat(after("linkat(3, \"\", AT_FDCWD, \"u\", AT_EMPTY_PATH) = 0"))
        .containsExactly("10 bind /w/u");
  }

  @Test
  void reportsRenamesLinksAndRemovals() {
    assertThat(after("mkdir(\"d\", 0777) = 0")).containsExactly("10 bind /w/d", "10 CREATE /w/d 0");
    assertThat(after("rename(\"d\", \"e\") = 0")).containsExactly("10 rename /w/d /w/e");
    after("openat(AT_FDCWD, \"e\", O_RDONLY|O_DIRECTORY) = 3", "rename(\"e\", \"g\") = 0");
    assertThat(after("renameat(3, \"x\", AT_FDCWD, \"/y\") = 0"))
        .containsExactly("10 rename /w/g/x /y");
    assertThat(after("renameat2(AT_FDCWD, \"p\", AT_FDCWD, \"q\", RENAME_EXCHANGE) = 0"))
        .containsExactly("10 exchange /w/p /w/q");
    assertThat(after("renameat2(AT_FDCWD, \"p\", AT_FDCWD, \"q\", RENAME_NOREPLACE) = 0"))
        .containsExactly("10 rename /w/p /w/q");
    assertThat(after("link(\"q\", \"r\") = 0")).containsExactly("10 bind /w/r");
    assertThat(after("unlink(\"q\") = 0", "unlinkat(3, \"z\", 0) = 0", "rmdir(\"g\") = 0"))
        .containsExactly("10 unbind /w/q", "10 unbind /w/g/z", "10 unbind /w/g");
    assertThat(after("rename(\"a\", \"b\") = -1 ENOENT (No such file or directory)")).isEmpty();
    assertThat(after("mknodat(AT_FDCWD, \"f\", S_IFIFO|0666) = 0"))
        .containsExactly("10 bind /w/f", "10 CREATE /w/f 0");
  }

  @Test
  void followsLinksAndChangesOfDirectoryAndRoot() {
    after("symlink(\"../v/real\", \"l\") = 0", "mkdirat(AT_FDCWD, \"/v\", 0777) = 0");
    assertThat(after("openat(AT_FDCWD, \"l\", O_RDONLY) = 3")).containsExactly("10 OPEN /v/real 0");
    assertThat(after("unlink(\"l\") = 0")).containsExactly("10 unbind /w/l");
    assertThat(after("openat(AT_FDCWD, \"l\", O_RDONLY) = 3")).contains("10 OPEN /w/l 0");
    after("chdir(\"/v/./sub/..//deep\") = 0");
    assertThat(after("open(\"x\", O_RDONLY) = 4")).containsExactly("10 OPEN /v/deep/x 0");
    after("openat(AT_FDCWD, \"/r\", O_RDONLY|O_DIRECTORY) = 5", "fchdir(5) = 0");
    assertThat(after("open(\"x\", O_RDONLY) = 6")).containsExactly("10 OPEN /r/x 0");
    after("chroot(\"/jail\") = 0");
    assertThat(after("open(\"/../x\", O_RDONLY) = 7")).containsExactly("10 OPEN /jail/x 0");
  }

  @Test
  void refusesCallWithTooLongPathAndContinues() {
    String directory = "d".repeat(20_000);
    for (int depth = 0; depth < 4; depth++) {
      after("mkdir(\"" + directory + "\", 0777) = 0", "chdir(\"" + directory + "\") = 0");
    }
    assertThat(replay.sink.refused).isNotEmpty();
    assertThat(replay.sink.refused.get(0)).contains("a path of ");
    assertThat(replay.sink.gaps).contains(GapCause.UNDECODABLE);
    assertThat(after("open(\"/x\", O_RDONLY) = 3")).containsExactly("10 OPEN /x 0");
  }

  @Test
  void stopsAtCyclicLinks() {
    after("symlink(\"b\", \"a\") = 0", "symlink(\"a\", \"b\") = 0");
    assertThat(after("open(\"a\", O_RDONLY) = 4")).hasSize(1);
  }

  @Test
  void reportsChangesOfAttributes() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    for (String call :
        List.of(
            "chmod(\"a\", 0600)",
            "fchmod(3, 0600)",
            "fchmodat(AT_FDCWD, \"a\", 0600)",
            "chown(\"a\", 1, 1)",
            "fchown(3, 1, 1)",
            "lchown(\"a\", 1, 1)",
            "fchownat(AT_FDCWD, \"a\", 1, 1, AT_SYMLINK_NOFOLLOW)",
            "utimensat(AT_FDCWD, \"a\", NULL, 0)",
            "utimensat(3, NULL, NULL, 0)",
            "setxattr(\"a\", \"system.x\", \"y\", 1, 0)",
            "fsetxattr(3, \"system.x\", \"y\", 1, 0)")) {
      assertThat(after(call + " = 0")).as(call).containsExactly("10 METADATA /w/a 0");
    }
  }

  @Test
  void ignoresDevicesWithoutProvenance() {
    for (String device : List.of("null", "zero", "full", "random", "urandom")) {
      assertThat(
              after(
                  "openat(AT_FDCWD, \"/dev/" + device + "\", O_RDWR) = 3",
                  "read(3, \"\", 9) = 9",
                  "write(3, \"\", 9) = 9",
                  "close(3) = 0"))
          .isEmpty();
    }
  }

  @Test
  void separatesDirectionsOfTerminal() {
    after("openat(AT_FDCWD, \"/dev/pts/3\", O_RDWR) = 3");
    assertThat(after("read(3, \"\", 2) = 2", "write(3, \"\", 2) = 2"))
        .containsExactly(
            "10 READ terminal:///dev/pts/3/input 2", "10 WRITE terminal:///dev/pts/3/output 2");
  }

  @Test
  void reportsMappedLibraryOnlyAsLoad() {
    assertThat(
            after(
                "openat(AT_FDCWD, \"/lib/libc.so.6\", O_RDONLY|O_CLOEXEC) = 3",
                "read(0x3, 0x7f, 0x340) = 0x340",
                "pread64(0x3, 0x7f, 0x310, 0x40) = 0x310",
                "mmap(NULL, 100, PROT_READ, MAP_PRIVATE|MAP_DENYWRITE, 3, 0) = 0x1000",
                "mmap(0x1010, 9, PROT_READ|PROT_EXEC, MAP_PRIVATE|MAP_FIXED, 3, 0x2) = 0x1010",
                "mmap(0x1020, 9, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_FIXED, 3, 0x3) = 0x1020",
                "close(3) = 0"))
        .containsExactly(
            "10 OPEN /lib/libc.so.6 0", "10 LOAD /lib/libc.so.6 0", "10 CLOSE /lib/libc.so.6 0");
  }

  @Test
  void reportsHeaderSizedReadOfFileThatIsNotMapped() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3", "pipe([4, 5]) = 0");
    assertThat(after("read(3, \"\", 832) = 832", "write(5, \"\", 9) = 9"))
        .containsExactly("10 READ /w/a 832", "10 WRITE pipe:[10.1] 9");
    assertThat(after("read(3, \"\", 832) = 5", "close(3) = 0"))
        .containsExactly("10 READ /w/a 5", "10 CLOSE /w/a 0");
  }

  @Test
  void reportsMappingsFromBeginToEnd() {
    after("openat(AT_FDCWD, \"a\", O_RDWR) = 3");
    assertThat(after("mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = 0x1000"))
        .containsExactly("10 READ BEGIN /w/a 0", "10 WRITE BEGIN /w/a 0");
    assertThat(after("close(3) = 0")).isEmpty();
    assertThat(after("mremap(0x1000, 4096, 8192, MREMAP_MAYMOVE) = 0x9000")).isEmpty();
    assertThat(after("munmap(0x9000, 8192) = 0"))
        .containsExactly("10 READ END /w/a 0", "10 WRITE END /w/a 0");
    assertThat(after("mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x1000"))
        .isEmpty();
  }

  @Test
  void reportsSharedMemoryAndQueues() {
    assertThat(after("shmat(7, NULL, 0) = 0x5000", "shmdt(0x5000) = 0"))
        .containsExactly(
            "10 READ BEGIN shm://7 0", "10 WRITE BEGIN shm://7 0",
            "10 READ END shm://7 0", "10 WRITE END shm://7 0");
    assertThat(after("msgsnd(4, {mtype=1, mtext=\"x\"}, 1, 0) = 0", "msgrcv(4, 0x7, 9, 0, 0) = 1"))
        .containsExactly("10 WRITE msg://4 0", "10 READ msg://4 1");
    after("memfd_create(\"m\", MFD_CLOEXEC) = 3");
    assertThat(after("write(3, \"\", 2) = 2")).containsExactly("10 WRITE memfd:m 2");
  }

  @Test
  void keepsHostileNamesUnchanged() {
    assertThat(after("openat(AT_FDCWD, \"a\\n\\33[2J\\\"\\377 <unfinished ...>\", O_RDONLY) = 3"))
        .containsExactly("10 OPEN /w/a\\n\\u{1b}[2J\"\\xff <unfinished ...> 0");
    String longName = "x".repeat(4000);
    assertThat(after("open(\"" + longName + "\", O_RDONLY) = 4"))
        .containsExactly("10 OPEN /w/" + longName + " 0");
  }

  @Test
  void queriesHostForLinksOnce() {
    Map<Bytes, Bytes> links = Map.of(Bytes.of("/lib"), Bytes.of("usr/lib"));
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(links));
    assertThat(live.after("open(\"/lib/x\", O_RDONLY) = 3", "open(\"/lib/x\", O_RDONLY) = 4"))
        .containsExactly("10 OPEN /usr/lib/x 0", "10 OPEN /usr/lib/x 0");
  }

  @Test
  void rejectsOnlyUnreadableLines() {
    after("openat(AT_FDCWD, \"a\", O_RDONLY) = 3");
    assertThat(after("read(3, \"ab", "read(3, \"\", 1) = 1"))
        .containsExactly("0 gap UNDECODABLE", "10 READ /w/a 1");
    assertThat(replay.sink.refused).hasSize(1);
    assertThat(replay.sink.refused.get(0)).startsWith("log:3 ");
    assertThat(replay.sink.gaps).containsExactly(GapCause.UNDECODABLE);
  }

  @Test
  void joinsInterruptedCallsOfOlderVersions() {
    after("pipe2( <unfinished ...>", "<... pipe2 resumed> [6, 7], O_CLOEXEC) = 0");
    assertThat(after("write(7, \"\", 3) = 3", "read(6, \"\", 3) = 3"))
        .containsExactly("10 WRITE pipe:[10.1] 3", "10 READ pipe:[10.1] 3");
  }

  @Test
  void treatsNamedPipesAsPipes() {
    after("mknodat(AT_FDCWD, \"p\", S_IFIFO|0600) = 0", "fork() = 11");
    assertThat(after("11 open(\"p\", O_RDONLY <unfinished ...>")).isEmpty();
    assertThat(after("open(\"p\", O_WRONLY|O_CREAT|O_TRUNC, 0666 <unfinished ...>")).isEmpty();
    assertThat(after("11 <... open resumed>) = 3", "<... open resumed>) = 4"))
        .containsExactly("11 OPEN /w/p 0", "10 OPEN /w/p 0");
    after("rename(\"p\", \"q\") = 0");
    assertThat(after("open(\"q\", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 5"))
        .containsExactly("10 OPEN /w/p 0");
    assertThat(after("write(5, \"\", 1) = 1", "11 read(3,  <unfinished ...>"))
        .containsExactly("10 WRITE /w/p 1"); // a waiting reader has not read
  }

  @Test
  void queriesHostForExistingNamedPipes() {
    ReplayFixture live = new ReplayFixture(new FakeHostProbe(Map.of()));
    for (int time = 0; time < 2; time++) {
      assertThat(live.after("open(\"a.fifo\", O_WRONLY|O_CREAT|O_TRUNC, 0666 <unfinished ...>"))
          .isEmpty();
      assertThat(live.after("<... open resumed>) = 1" + time))
          .containsExactly("10 OPEN /w/a.fifo 0");
    }
    long pipe = live.sink.resolve(Bytes.of("/w/a.fifo"));
    assertThat(live.sink.objects.get(pipe).kind()).isEqualTo(ObjectKind.FIFO);
  }

  @Test
  void keepsBothNamesIfFileIsRenamedToItsOwnLink() {
    after("link(\"a\", \"b\") = 0");
    assertThat(after("rename(\"a\", \"b\") = 0", "renameat2(3, \"/w/a\", 3, \"/w/b\", 0) = 0"))
        .isEmpty();
    assertThat(after("open(\"a\", O_RDONLY) = 3", "open(\"b\", O_RDONLY) = 4"))
        .containsExactly("10 OPEN /w/a 0", "10 OPEN /w/a 0");
  }

  @Test
  void reportsClonedExtentAsCopy() {
    after("open(\"a\", O_RDONLY) = 3", "open(\"b\", O_WRONLY) = 4");
    assertThat(after("ioctl(4, BTRFS_IOC_CLONE or FICLONE, 3) = 0"))
        .containsExactly("10 READ /w/a 0", "10 WRITE /w/b 0");
    String range =
        "ioctl(4, BTRFS_IOC_CLONE_RANGE or FICLONERANGE, {src_fd=3%s, src_offset=0, src_length=9,"
            + " dest_offset=0}";
    assertThat(after(range.formatted("") + ") = 0"))
        .containsExactly("10 READ /w/a 0", "10 WRITE /w/b 0");
    assertThat(
            after(range.formatted(" <unfinished ...>").replace("3 <", "3} <").split(", src_o")[0]))
        .hasSize(2);
    assertThat(after("<... ioctl resumed>) = 0"))
        .containsExactly("10 READ END /w/a 0", "10 WRITE END /w/b 0");
    assertThat(after("77 " + range.formatted("</w/c>").replace("(4", "(4</w/d, e>") + ") = 0"))
        .contains("77 READ /w/c 0", "77 WRITE /w/d, e 0");
    assertThat(after("ioctl(4, BTRFS_IOC_CLONE or FICLONE, 3) = -1 EOPNOTSUPP (x)")).isEmpty();
  }

  @Test
  void ignoresIrrelevantIoctlRequests() {
    assertThat(
            after(
                "ioctl(1, TCGETS, {c_iflag=ICRNL|IXON, ...}) = 0",
                "ioctl(1, TIOCGWINSZ <unfinished ...>",
                "<... ioctl resumed>, {ws_row=9}) = 0",
                "88 ioctl(1, _IOC(_IOC_READ, 0x1, \"FICLONE",
                "88 <... ioctl resumed>) = 0"))
        .isEmpty();
    assertThat(replay.sink.refused).isEmpty();
  }

  @Test
  void reportsNoWriteOfReadOnlyMapping() {
    after("open(\"a\", O_RDWR) = 3", "open(\"b\", O_RDONLY) = 4");
    assertThat(after("mmap(NULL, 99, PROT_READ, MAP_SHARED, 3, 0) = 0x1000"))
        .containsExactly("10 READ BEGIN /w/a 0");
    assertThat(after("mmap(NULL, 99, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = 0x5000"))
        .containsExactly("10 READ BEGIN /w/a 0", "10 WRITE BEGIN /w/a 0");
    assertThat(after("mmap(NULL, 99, PROT_READ, MAP_PRIVATE, 3, 0) = 0x2000"))
        .containsExactly("10 READ BEGIN /w/a 0");
    assertThat(after("mmap(NULL, 99, PROT_READ, MAP_SHARED, 4, 0) = 0x3000"))
        .containsExactly("10 READ BEGIN /w/b 0");
  }

  @Test
  void reportsSubmittedRequests() {
    after("open(\"a\", O_RDWR) = 4", "open(\"b\", O_RDWR) = 5");
    String requests =
        "io_submit(0x7f, 4, [{aio_data=0x7, aio_lio_opcode=IOCB_CMD_PWRITE, aio_fildes=4,"
            + " aio_buf=\"aio_fildes=5\", aio_nbytes=5, aio_offset=0}, {aio_data=0x7,"
            + " aio_lio_opcode=IOCB_CMD_FDSYNC, aio_fildes=4}, {aio_data=0x7,"
            + " aio_lio_opcode=IOCB_CMD_PREADV, aio_fildes=5, aio_buf=[], aio_offset=0},"
            + " {aio_lio_opcode=IOCB_CMD_PWRITEV, aio_fildes=5}]) = ";
    assertThat(after(requests + "3")).containsExactly("10 WRITE /w/a 0", "10 READ /w/b 0");
    assertThat(after(requests + "4")).contains("10 WRITE /w/b 0");
    assertThat(after("io_submit(0x7f, 2, 0x7ffe) = 2")).containsExactly("10 gap UNKNOWN_CALL");
    assertThat(after(requests + "-1 EAGAIN (x)")).isEmpty();
  }

  @Test
  void reportsDataOfPosixQueues() {
    after("mq_open(\"q\", O_RDWR|O_CREAT, 0600, NULL) = 5", "fork() = 11");
    assertThat(
            after(
                "mq_timedsend(5, \"msg\", 3, 0, NULL) = 0",
                "11 mq_timedreceive(5, \"msg\", 9000, NULL, NULL) = 3"))
        .containsExactly("10 WRITE mqueue:///q 3", "11 READ mqueue:///q 3");
    assertThat(after("mq_timedsend(5, \"m\", 1, 0, NULL) = -1 EAGAIN (x)")).isEmpty();
  }

  @Test
  void recognizesCallsOf32BitPrograms() {
    assertThat(
            after(
                "open(\"a\", O_RDWR) = 3",
                "mmap2(NULL, 99, PROT_READ, MAP_PRIVATE, 3, 0) = 0xf7f00000",
                "ftruncate64(3, 0) = 0",
                "chown32(\"a\", 0, 0) = 0",
                "setuid32(33) = 0"))
        .containsExactly(
            "10 OPEN /w/a 0",
            "10 READ BEGIN /w/a 0",
            "10 cut /w/a",
            "10 METADATA /w/a 0",
            "10 ASSOCIATE user 33 0");
    after("socketpair(AF_UNIX, SOCK_STREAM, 0, [4, 5]) = 0");
    assertThat(after("send(4, \"x\", 1, 0 <unfinished ...>", "<... send resumed>) = 1"))
        .containsExactly(
            "10 WRITE BEGIN socketpair of 10 sent 0", "10 WRITE END socketpair of 10 sent 1");
    assertThat(after("recv(5, \"x\", 1, 0) = 1"))
        .containsExactly("10 READ socketpair of 10 sent 1");
  }
}
