// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a source that shows several file systems with equal inode numbers: the root, two others and
 * a bind mount.
 */
@Timeout(120)
class SeveralFileSystemsIT {
  /** Names, types, link counts and content of a tree, and which names have the same inode. */
  private static final String TREE =
      """
      python3 - <<'END'
      import os
      first = {}
      for directory, names, files in sorted(os.walk('.')):
          for name in sorted(names + files + ['.']):
              path = os.path.join(directory, name)
              status = os.lstat(path)
              content = open(path).read() if name in files else ''
              same = first.setdefault((status.st_dev, status.st_ino), path)
              print(path, oct(status.st_mode), status.st_nlink, same, content)
      END
      """;

  /** Inode numbers of a tree: from statuses, and from listings with statuses and without. */
  private static final String NUMBERS =
      """
      python3 - <<'END'
      import os
      for directory, names, files in sorted(os.walk('.')):
          listed = {}
          for entry in os.scandir(directory):
              listed[entry.name] = entry.inode()
          for name in sorted(names + files):
              number = os.lstat(os.path.join(directory, name)).st_ino
              print(directory, name, number, '' if listed[name] == number else listed[name])
      END
      """;

  @TempDir Path directory;
  private Path source;

  @BeforeEach
  void mountOthers() throws Exception {
    source = Files.createDirectories(directory.resolve("source"));
    mount("tmpfs", "-t", "tmpfs", source);
    for (String name : List.of("one", "two")) {
      mount("tmpfs", "-t", "tmpfs", Files.createDirectory(source.resolve(name)));
    }
    inSource(
        "for d in . one two; do (cd $d; mkdir dir; for i in $(seq 300); do echo $d$i > f$i; done;"
            + " for i in $(seq 300); do mkdir dir/$i; done; ln f1 dir/link; ln -s f1 l); done;"
            + " mkdir bound");
    mount(source.resolve("one/dir").toString(), "--bind", "", source.resolve("bound"));
  }

  private void mount(String what, String option, String type, Path where) throws Exception {
    List<String> words =
        type.isEmpty()
            ? List.of("mount", option, what, where.toString())
            : List.of("mount", option, type, what, where.toString());
    Mounted.run(words, directory);
  }

  private String inSource(String script) throws Exception {
    return Mounted.run(List.of("bash", "-ec", script), source);
  }

  @AfterEach
  void unmountOthers() throws Exception {
    Mounted.run(List.of("umount", "-R", source.toString()), directory);
  }

  @Test
  void equalsSourceInContentLinksAndSameness() throws Exception {
    String expected = inSource(TREE);
    assertThat(inSource("stat -c %i one two | uniq | wc -l")).isEqualTo("1\n");
    try (Mounted mounted = new Mounted(directory)) {
      assertThat(mounted.run(TREE)).isEqualTo(expected);
    }
  }

  @Test
  void isCopiedByToolsThatCompareInodes() throws Exception {
    Path copies = Files.createDirectories(directory.resolve("copies"));
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("mkdir %1$s/tar; tar cf - . | tar xf - -C %1$s/tar".formatted(copies));
      mounted.run("cp -a . %s/cp".formatted(copies));
    }
    for (String copy : List.of("tar", "cp")) {
      inSource("diff -r . %s/%s".formatted(copies, copy));
      inSource("cd %s/%s; test one/f1 -ef one/dir/link".formatted(copies, copy));
    }
  }

  @Test
  void keepsNumbersOfRootAndAllNumbersOverRemounts() throws Exception {
    String numbers;
    try (Mounted mounted = new Mounted(directory)) {
      numbers = mounted.run(NUMBERS);
      assertThat(mounted.run("stat -c %i f1 dir dir/300"))
          .isEqualTo(inSource("stat -c %i f1 dir dir/300"));
    }
    assertThat(numbers.lines()).allMatch(line -> line.endsWith(" "));
    try (Mounted mounted = new Mounted(directory.resolve("again"), "source", source.toString())) {
      mounted.run("stat two/f1 one/f2");
      assertThat(mounted.run(NUMBERS)).isEqualTo(numbers);
    }
  }
}
