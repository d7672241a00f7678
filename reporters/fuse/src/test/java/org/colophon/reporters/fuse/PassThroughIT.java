// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files whose reads and writes Linux performs without requests. */
@Tag("jdk")
class PassThroughIT {
  /** Opens a file several times at once, in different orders, and changes it by each way. */
  private static final String SEVERAL_OPENERS =
      """
      import mmap, os
      open('f', 'wb').write(b'a' * 8192)
      def check(fd, at, wanted):
          found = os.pread(fd, len(wanted), at)
          assert found == wanted, (found, wanted)
      for order in ((os.O_RDONLY, os.O_RDWR), (os.O_RDWR, os.O_RDONLY), (os.O_RDWR, os.O_RDWR)):
          first, second = (os.open('f', flags) for flags in order)
          writer = first if order[0] == os.O_RDWR else second
          for reader in (first, second):
              os.pwrite(writer, b'pwrite', 10)
              check(reader, 10, b'pwrite')
              with mmap.mmap(writer, 0) as shared:
                  shared[4096:4102] = b'mapped'
                  shared.flush()
                  check(reader, 4096, b'mapped')
                  os.pwrite(writer, b'beside', 4100)
                  assert shared[4096:4106] == b'mappbeside', shared[4096:4106]
              with open('f', 'ab') as end:
                  end.write(b'appended')
              check(reader, os.stat('f').st_size - 8, b'appended')
              os.ftruncate(writer, 8192)
              assert os.pread(reader, 10, 8190) == b'aa'
              direct = os.open('f', os.O_RDONLY | os.O_DIRECT)
              assert os.readv(direct, [mmap.mmap(-1, 4096)]) == 4096
              os.close(direct)
          os.rename('f', 'g')
          os.link('g', 'f')
          check(first, 10, b'pwrite')
          os.unlink('g')
          os.close(first)
          os.close(second)
      print(os.stat('f').st_size, open('f', 'rb').read(20))
      """;

  @TempDir Path directory;

  @Test
  void makesNoRequestsForDataOfUnrecordedFiles() throws Exception {
    try (Mounted mounted = new Mounted(directory, "record", "false")) {
      Files.write(mounted.source.resolve("old"), new byte[1 << 20]);
      mounted.run("cat old > /dev/null; echo new > new; cat new; cp old copy; cmp old copy");
      assertThat(mounted.counters())
          .doesNotContainKeys("reads", "writes")
          .containsEntry("filesPassed", 7L);
    }
  }

  @Test
  void makesRequestsWithoutPassThrough() throws Exception {
    try (Mounted mounted = new Mounted(directory, "record", "false", "without", "passthrough")) {
      mounted.run("echo new > new; cat new");
      assertThat(mounted.counters().get("reads")).isPositive();
      assertThat(mounted.counters().get("writes")).isPositive();
      assertThat(mounted.counters()).containsEntry("filesPassed", 0L);
    }
  }

  @Test
  void makesRequestsWhenNobodyElseSeesRecordedAccesses() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("echo new > new; cat new");
      assertThat(mounted.counters().get("reads")).isPositive();
      assertThat(mounted.counters()).containsEntry("filesPassed", 0L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "kernel"})
  void keepsDataRightForSeveralOpeners(String cache) throws Exception {
    Path script = Files.writeString(directory.resolve("openers.py"), SEVERAL_OPENERS);
    Path plain = Files.createDirectory(directory.resolve("plain"));
    String expected = Mounted.run(List.of("python3", script.toString()), plain);
    try (Mounted mounted = new Mounted(directory, "record", "false", "cache", cache)) {
      assertThat(mounted.run("python3 " + script)).isEqualTo(expected);
      assertThat(mounted.counters().get("filesPassed")).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"psync --bsrange=512-64k", "mmap --bs=4k"})
  void readsBackDataThatFioWrote(String how) throws Exception {
    try (Mounted mounted = new Mounted(directory, "record", "false")) {
      String said =
          mounted.run(
              "fio --name=fio --rw=randrw --size=8m --verify=crc32c --verify_fatal=1 --ioengine="
                  + how);
      assertThat(said).contains("err= 0");
      assertThat(mounted.counters().get("filesPassed")).isPositive();
    }
  }

  @Test
  void survivesStressNg() throws Exception {
    List<String> words =
        new ArrayList<>(List.of("stress-ng", "--temp-path", ".", "--verify", "--timeout", "2"));
    SuitesIT.STRESSORS.forEach(each -> words.addAll(List.of("--" + each, "1")));
    try (Mounted mounted = new Mounted(directory, "record", "false")) {
      assertThat(Mounted.run(words, mounted.mount)).doesNotContain("fail:", "error:");
    }
  }
}
