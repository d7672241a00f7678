// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.ProcessInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests inspections of files that common programs edit in a mount. */
@Timeout(120)
class InspectIT {
  @TempDir Path directory;

  /** Waits until a file has a number of records, or the test times out. */
  private static List<ExtendedRecord> records(Mounted mounted, String name, int count) {
    List<ExtendedRecord> records;
    do {
      records = mounted.attached(mounted.object(name));
    } while (records.size() < count);
    return records;
  }

  private static byte[] docx(String author) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      out.putNextEntry(new ZipEntry("docProps/core.xml"));
      out.write(("<c><creator>" + author + "</creator></c>").getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void reportsChangesOfTextTableAndDocument() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("notes.txt"), "one\ntwo\nthree\n");
    Files.writeString(source.resolve("table.csv"), "id,name\n1,a\n");
    Files.write(source.resolve("plan.docx"), docx("Ann"));
    Files.write(directory.resolve("new.docx"), docx("Bob"));
    try (Mounted mounted = new Mounted(directory, "inspectors", "text,office,table")) {
      mounted.run("sed 's/two/2/' notes.txt > tmp && cat tmp > notes.txt");
      mounted.run("echo 2,b >> table.csv");
      mounted.run("cp ../new.docx plan.docx");

      ExtendedRecord patch = records(mounted, "notes.txt", 1).get(0);
      assertThat(patch.type()).isEqualTo("text/patch");
      assertThat(patch.data().toString())
          .endsWith("notes.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n");
      ProcessInfo writer = mounted.reader().process(patch.process());
      assertThat(writer.declaration().executable().toString()).endsWith("cat");

      assertThat(records(mounted, "table.csv", 2))
          .extracting(each -> each.type() + " " + each.data())
          .anySatisfy(text -> assertThat(text).startsWith("text/patch").endsWith(" 1,a\n+2,b\n"))
          .anySatisfy(
              text -> assertThat(text).contains("\"key\":\"rows\",\"before\":1,\"after\":2"));

      assertThat(records(mounted, "plan.docx", 1).get(0).data().toString())
          .contains("{\"key\":\"author\",\"before\":\"Ann\",\"after\":\"Bob\"}");
    }
  }

  @Test
  void comparesWithReplacedFileWhenEditorRenames() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("notes.txt"), "old\n");
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run("echo new > .notes.swp; mv .notes.swp notes.txt");
      assertThat(records(mounted, "notes.txt", 1))
          .singleElement()
          .extracting(each -> each.data().toString())
          .asString()
          .endsWith("@@ -1 +1 @@\n-old\n+new\n");
    }
  }

  @Test
  void comparesWithReplacedFileIfOnlyNewNameIsRecorded() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("a.txt"), "one\ntwo\n");
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "include", "*.txt")) {
      mounted.run("cat a.txt; sed -i s/two/2/ a.txt");
      assertThat(records(mounted, "a.txt", 1))
          .singleElement()
          .extracting(each -> each.data().toString())
          .asString()
          .endsWith(" one\n-two\n+2\n");
    }
  }

  @Test
  void offersNewFileRenamedWhileOpenForWriting() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "exclude", "/scratch")) {
      mounted.run(
          "echo a > n.part; mv n.part n.txt; echo more >> n.txt;"
              + " echo b > l.part; ln l.part l.txt; mv l.txt m.txt;"
              + " mkdir scratch; echo c > scratch/s.part; mv scratch/s.part s.txt;"
              + " echo d > t.part; mv t.part scratch; echo hidden > scratch/t.part;"
              + " mv scratch/t.part t.txt; echo e > x.part; ln x.part scratch/x.txt");
      mounted.run(
          "python3 -c \"import os; t = os.open('.', os.O_TMPFILE | os.O_RDWR);"
              + " os.write(t, b'u\\n'); os.link('/proc/self/fd/%d' % t, 'u.txt', src_dir_fd=t)\"");
      mounted.handle().stop();
      mounted.handle().await();

      List<ExtendedRecord> records = records(mounted, "n.txt", 0);
      assertThat(records).hasSize(2);
      assertThat(records.get(0).data().toString()).contains("--- /dev/null\n").endsWith("\n+a\n");
      assertThat(records.get(0).process()).isNotZero();
      assertThat(records.get(1).data().toString()).endsWith("\n a\n+more\n");
      assertThat(patches(mounted, "m.txt")).singleElement().asString().endsWith("\n+b\n");
      assertThat(patches(mounted, "u.txt")).singleElement().asString().endsWith("\n+u\n");
      assertThat(patches(mounted, "x.part")).isEmpty();
      assertThat(patches(mounted, "s.txt")).isEmpty();
      assertThat(patches(mounted, "t.txt")).isEmpty();
    }
  }

  @Test
  void offersNoNewFileAfterExchange() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("a.txt"), "old\n");
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run(
          "echo new > n.part; python3 -c \"import ctypes;"
              + " assert ctypes.CDLL(None).renameat2(-100, b'n.part', -100, b'a.txt', 2) == 0\"");
      mounted.run("echo more >> a.txt");
      mounted.handle().stop();
      mounted.handle().await();

      assertThat(patches(mounted, "a.txt")).singleElement().asString().endsWith(" new\n+more\n");
    }
  }

  /** Exchanges the names as in {@link #offersNoNewFileAfterExchange}, in reverse order. */
  @Test
  void offersNoNewFileAfterReverseExchange() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("a.txt"), "old\n");
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run(
          "echo new > n.part; python3 -c \"import ctypes;"
              + " assert ctypes.CDLL(None).renameat2(-100, b'a.txt', -100, b'n.part', 2) == 0\"");
      mounted.run("echo more >> a.txt");
      mounted.handle().stop();
      mounted.handle().await();

      assertThat(patches(mounted, "a.txt")).singleElement().asString().endsWith(" new\n+more\n");
    }
  }

  @Test
  void offersNewFileWhoseDirectoryEntersScope() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "exclude", "/scratch")) {
      mounted.run(
          "mkdir -p scratch/d; echo a > a.part; mv a.part scratch/d/a.txt;"
              + " echo b > b.part; mv b.part scratch/d; echo hidden > scratch/d/b.part;"
              + " mv scratch/d/b.part scratch/d/b.txt; echo hidden > scratch/d/c.txt;"
              + " mv scratch/d .; echo more >> d/a.txt");
      mounted.handle().stop();
      mounted.handle().await();

      List<ExtendedRecord> records = records(mounted, "d/a.txt", 0);
      assertThat(records).hasSize(2);
      assertThat(records.get(0).data().toString()).contains("--- /dev/null\n").endsWith("\n+a\n");
      assertThat(records.get(0).process()).isNotZero();
      assertThat(records.get(1).data().toString()).endsWith("\n a\n+more\n");
      assertThat(patches(mounted, "d/b.txt")).isEmpty();
      assertThat(patches(mounted, "d/c.txt")).isEmpty();
    }
  }

  @Test
  void offersNewFileWrittenOutsideScope() throws Exception {
    String[] options = {"inspectors", "text", "include", "*.txt,*.md", "exclude", "/secret"};
    try (Mounted mounted = new Mounted(directory, options)) {
      mounted.run(
          "echo a > a.part; mv a.part a.txt; echo more >> a.txt; mkdir d secret;"
              + " echo b > b.log; mv b.log d/b.txt; echo c > secret/c.part; mv secret/c.part c.txt;"
              + " echo d > d.part; mv d.part secret; echo hidden > secret/d.part;"
              + " mv secret/d.part d.txt");
      mounted.handle().stop();
      mounted.handle().await();

      List<ExtendedRecord> records = records(mounted, "a.txt", 0);
      assertThat(records).hasSize(2);
      assertThat(records.get(0).data().toString()).contains("--- /dev/null\n").endsWith("\n+a\n");
      assertThat(records.get(1).data().toString()).endsWith("\n a\n+more\n");
      assertThat(patches(mounted, "d/b.txt")).singleElement().asString().endsWith("\n+b\n");
      assertThat(patches(mounted, "c.txt")).isEmpty();
      assertThat(patches(mounted, "d.txt")).isEmpty();
    }
  }

  @Test
  void offersNewFileThatReplacesLinkOrPipeOrLeavesExclusion() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "exclude", "/scratch")) {
      mounted.run(
          "ln -s none s.txt; echo s > s.part; mv s.part s.txt;"
              + " mkfifo f.txt; echo f > f.part; mv f.part f.txt;"
              + " mkdir scratch; echo c > c.part; mv c.part scratch/c.txt; mv scratch/c.txt c.txt");
      mounted.handle().stop();
      mounted.handle().await();

      assertThat(patches(mounted, "s.txt")).singleElement().asString().endsWith("\n+s\n");
      assertThat(patches(mounted, "f.txt")).singleElement().asString().endsWith("\n+f\n");
      assertThat(patches(mounted, "c.txt")).singleElement().asString().endsWith("\n+c\n");
    }
  }

  private static List<String> patches(Mounted mounted, String name) {
    return records(mounted, name, 0).stream().map(each -> each.data().toString()).toList();
  }

  @Test
  void recordsNoWriteAfterDirectoryLeftScope() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "exclude", "/secret")) {
      mounted.run(
          "mkdir pub; exec 3> pub/f.txt; echo before >&3; mv pub secret; echo hidden >&3;"
              + " exec 3>&-; echo hidden, too >> secret/f.txt; echo seen > g.txt");
      records(mounted, "g.txt", 1);
      mounted.handle().stop();
      mounted.handle().await();

      List<String> patches = new ArrayList<>();
      for (long object = 1; object <= mounted.object("g.txt"); object++) {
        mounted.attached(object).forEach(each -> patches.add(each.data().toString()));
      }
      assertThat(patches).hasSize(2).noneMatch(patch -> patch.contains("hidden"));
      assertThat(patches.get(0)).endsWith("+before\n");
    }
  }

  @Test
  void offersAppendedContentAfterFileEnteredScope() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "exclude", "/scratch")) {
      mounted.run("mkdir scratch; echo aside > scratch/r.txt; mv scratch/r.txt r.txt");
      mounted.run("echo x >> r.txt");

      String patch = records(mounted, "r.txt", 1).get(0).data().toString();
      assertThat(patch).contains("+x\n").doesNotContain("+aside");
    }
  }

  @Test
  void attributesWritesOfUnrecordedUserToNoProcess() throws Exception {
    String other = "setpriv --reuid=65534 --clear-groups sh -c ";
    try (Mounted mounted = new Mounted(directory, "inspectors", "text", "users", "root")) {
      mounted.run("chmod 777 .; echo one > a.txt; chmod 666 a.txt");
      mounted.run(other + "'echo two >> a.txt'");
      mounted.run("echo three >> a.txt");
      List<ExtendedRecord> records = records(mounted, "a.txt", 3);
      assertThat(records.get(0).process()).isNotZero();
      assertThat(records.get(1).process()).isZero();
      assertThat(records.get(2).process()).isNotZero();

      mounted.run("exec 3>>b.txt; echo one >&3; chmod 666 b.txt; " + other + "'echo two >> b.txt'");
      records = records(mounted, "b.txt", 2);
      assertThat(records.get(0).process()).isNotZero();
      assertThat(records.get(1).process()).isZero();
    }
  }

  @Test
  void offersWritesAfterRenameInSource() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("a.part"), "old\n");
    String[] options = {"inspectors", "text", "entry-timeout", "0", "attribute-timeout", "0"};
    try (Mounted mounted = new Mounted(directory, options)) {
      mounted.run("echo a >> a.part; echo b > b.part");
      Files.move(source.resolve("a.part"), source.resolve("a.txt"));
      Files.move(source.resolve("b.part"), source.resolve("b.txt"));
      mounted.run("echo more >> a.txt; echo more >> b.txt");
      mounted.handle().stop();
      mounted.handle().await();

      assertThat(patches(mounted, "a.txt"))
          .singleElement()
          .asString()
          .endsWith(" old\n a\n+more\n");
      assertThat(patches(mounted, "b.txt")).singleElement().asString().endsWith(" b\n+more\n");
    }
  }

  @Test
  void comparesWithContentChangedInSource() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    String[] options = {"inspectors", "text", "entry-timeout", "0", "attribute-timeout", "0"};
    try (Mounted mounted = new Mounted(directory, options)) {
      mounted.run("echo one > a.txt");
      records(mounted, "a.txt", 1);
      Files.writeString(source.resolve("a.txt"), "two\n");
      mounted.run("echo three >> a.txt");
      mounted.handle().stop();
      mounted.handle().await();

      assertThat(patches(mounted, "a.txt").get(1)).endsWith("@@ -1 +1,2 @@\n two\n+three\n");
    }
  }

  @Test
  void offersChangeForEachClose() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run("for i in $(seq 20); do echo $i > n.txt; done; rm -f gone.txt");
      List<ExtendedRecord> records = records(mounted, "n.txt", 20);
      for (int i = 1; i < records.size(); i++) {
        assertThat(records.get(i).data().toString())
            .endsWith("@@ -1 +1 @@\n-" + i + "\n+" + (i + 1) + "\n");
      }
      assertThat(records.get(0).data().toString()).contains("--- /dev/null\n").endsWith("\n+1\n");
    }
  }

  @Test
  void offersChangesByTruncationAndUnderSecondLink() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("a.txt"), "one\ntwo\n");
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run("truncate -s 4 a.txt");
      assertThat(records(mounted, "a.txt", 1).get(0).data().toString()).endsWith(" one\n-two\n");
      mounted.run("echo three >> a.txt; ln a.txt b.bin; rm a.txt");
      assertThat(records(mounted, "b.bin", 2).get(1).data().toString()).endsWith(" one\n+three\n");
    }
  }

  @Test
  void reportsContentThatInspectorsReject() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("bad.docx"), "PK\u0003\u0004 no document");
    Files.writeString(source.resolve("big.txt"), "small");
    try (Mounted mounted =
        new Mounted(directory, "inspectors", "text,office", "text.max-bytes", "1000")) {
      mounted.run("head -c 100000 /dev/zero | tr '\\0' x > big.txt; wc -c < big.txt");
      assertThat(records(mounted, "big.txt", 1).get(0).data().toString())
          .contains("\"reason\":\"too-large\"", "100000 bytes may differ, more than 1000");
      mounted.run("echo more >> bad.docx");
      assertThat(records(mounted, "bad.docx", 1).get(0).data().toString())
          .contains("\"inspector\":\"office\"", "\"reason\":\"failed\"");
    }
  }

  @Test
  void recordsLastWriteWhenUnmounted() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run("echo last > last.txt");
      mounted.handle().stop();
      mounted.handle().await();
      assertThat(records(mounted, "last.txt", 1).get(0).data().toString()).endsWith("+last\n");
      assertThat(directory.resolve("store/scratch")).satisfies(InspectIT::hasNoFiles);
    }
  }

  private static void hasNoFiles(Path directory) {
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
