// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.strace.StraceReporter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the records of each system call, from strace and from kernel events. */
@Tag("jdk")
class EveryCallIT {
  /** Each line has a call in Python, the object's name and the expected operation. */
  private static final String CALLS =
      """
      os.unlink('unlink')                                    | unlink | unbind
      os.unlink('unlinkat', dir_fd=here)                     | unlinkat | unbind
      os.rmdir('d.rmdir')                                    | d.rmdir | unbind
      os.rename('rename', 'renamed')                         | rename | rename
      os.rename('renameat', 'renamed', src_dir_fd=here)      | renameat | rename
      os.link('link', 'linked')                              | linked | bind
      os.symlink('link', 'symlink')                          | symlink | bind CREATE
      os.mkdir('mkdir')                                      | mkdir | bind CREATE
      os.mkfifo('mkfifo')                                    | mkfifo | bind CREATE
      os.mknod('mknod')                                      | mknod | bind CREATE
      os.truncate('truncate', 1)                             | truncate | WRITE
      os.truncate('cut', 0)                                  | cut | cut
      os.chmod('chmod', 0o600)                               | chmod | METADATA
      os.fchmod(opened('fchmod'), 0o600)                     | fchmod | OPEN METADATA
      os.chown('chown', 0, 0)                                | chown | METADATA
      os.lchown('lchown', 0, 0)                              | lchown | METADATA
      os.fchown(opened('fchown'), 0, 0)                      | fchown | OPEN METADATA
      os.utime('utime')                                      | utime | METADATA
      os.dup(opened('dup'))                                  | dup | OPEN OPEN
      os.dup2(opened('dup2'), 50)                            | dup2 | OPEN OPEN
      os.dup2(opened('dup3'), 51, False)                     | dup3 | OPEN OPEN
      fcntl.fcntl(opened('dupfd'), fcntl.F_DUPFD, 60)        | dupfd | OPEN OPEN
      os.setgid(os.getgid())                                 | group 0 | ASSOCIATE
      os.setregid(-1, 7)                                     | group 7 | ASSOCIATE
      os.setresgid(-1, 8, -1)                                | group 8 | ASSOCIATE
      os.setresuid(-1, 0, -1)                                | user 0 | ASSOCIATE
      os.pread(opened('pread'), 1, 0)                        | pread | OPEN READ
      os.pwrite(opened('pwrite'), b'1', 0)                   | pwrite | OPEN WRITE
      os.posix_fallocate(opened('fallocate'), 0, 9)          | fallocate | OPEN WRITE
      os.sendfile(opened('sent'), opened('send'), 0, 9)      | sent | OPEN WRITE
      mmap.mmap(opened('map'), 1, prot=mmap.PROT_READ)       | map | OPEN OPEN READ
      os.setxattr('setxattr', 'user.k', b'v')                | setxattr | WRITE
      os.setxattr(opened('fsetxattr'), 'user.k', b'v')       | fsetxattr | OPEN WRITE
      os.getxattr('setxattr', 'user.k')                      | setxattr | WRITE READ
      os.removexattr('fsetxattr', 'user.k')                  | fsetxattr | OPEN WRITE METADATA
      """;

  private static final String HEAD =
      "import fcntl, mmap, os\n"
          + "here = os.open('.', os.O_RDONLY)\n"
          + "def opened(name): return os.open(name, os.O_RDWR)\n";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void recordsCall(String source) throws IOException {
    if (source.equals("ebpf")) {
      KernelEvents.assume();
    }
    assumeThat(System.getProperty("user.name")).as("changes of users need root").isEqualTo("root");
    Path place = directory.toRealPath();
    StringBuilder script = new StringBuilder(HEAD);
    for (String line : CALLS.lines().toList()) {
      String[] words = line.split("\\|", -1);
      script.append(words[0].strip()).append('\n');
      makeInput(place.resolve(words[1].strip()), words[2]);
    }
    Files.writeString(place.resolve("link"), "text");
    Files.writeString(place.resolve("send"), "text");

    FlowSink sink = run(source, List.of("python3", "-c", script.toString()), place);

    SoftAssertions all = new SoftAssertions();
    for (String line : CALLS.lines().toList()) {
      String[] words = line.split("\\|", -1);
      String name = words[1].strip();
      String key = name.contains(" ") ? name : place.resolve(name).toString();
      String found = String.join(" ", sink.events.getOrDefault(key, List.of()));
      all.assertThat(found).as(words[0]).startsWith(words[2].strip());
    }
    all.assertAll();
    assertThat(sink.refused).isEmpty();
  }

  private static void makeInput(Path path, String expected) throws IOException {
    if (path.getFileName().toString().startsWith("d.")) {
      Files.createDirectory(path);
    } else if (!expected.contains("bind CREATE") && !path.endsWith("linked")) {
      Files.writeString(path, "text");
    }
  }

  private static FlowSink run(String source, List<String> python, Path place) {
    FlowSink sink = new FlowSink();
    String run = "cd '" + place + "' && exec \"$@\"";
    List<String> command =
        List.of("sh", "-c", run, "sh", python.get(0), python.get(1), python.get(2));
    ReplayReporter reporter =
        source.equals("strace")
            ? new StraceReporter.Builder().command(command).build()
            : EbpfReporter.command(command, EbpfOptions.DEFAULT);
    reporter.run(sink.context());
    assertThat(reporter.exitStatus()).isZero();
    return sink;
  }
}
