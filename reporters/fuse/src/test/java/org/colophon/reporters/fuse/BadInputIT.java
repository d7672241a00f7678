// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that hostile or failing operations affect only their own files, not the whole mount. */
@Timeout(180)
class BadInputIT {
  @TempDir Path directory;

  /** Waits until a file has a record, or the test times out. */
  private static ExtendedRecord firstRecord(Mounted mounted, String name) {
    List<ExtendedRecord> records;
    do {
      records = mounted.attached(mounted.object(name));
    } while (records.isEmpty());
    return records.get(0);
  }

  private static void document(Path path, String part, String text, int repeats)
      throws IOException {
    try (OutputStream file = Files.newOutputStream(path);
        ZipOutputStream out = new ZipOutputStream(file)) {
      out.putNextEntry(new ZipEntry(part));
      byte[] bytes = text.getBytes(UTF_8);
      for (int i = 0; i < repeats; i++) {
        out.write(bytes);
      }
    }
  }

  @Test
  void recordsNamesThatAreNotUtf8() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "printf x > $'a\\nb'; cp $'a\\nb' $'\\xff\\xfe'; mv -- $'\\xff\\xfe' $'-rf \\e[31m'");

      Bytes hostile = Bytes.wrap((mounted.mount + "/-rf \u001b[31m").getBytes(ISO_8859_1));
      assertThat(mounted.reader().resolve(hostile, Lsn.LATEST)).isNotZero();
      assertThat(mounted.ancestors("-rf \u001b[31m")).containsExactly("a\\nb");
    }
  }

  @Test
  void continuesAfterDecompressionBombs() throws Exception {
    String laughs =
        "<!DOCTYPE l [<!ENTITY a 'haha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
            + "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'>]>"
            + "<l><title>&d;</title></l>";
    document(directory.resolve("laughs.docx"), "docProps/core.xml", laughs, 1);
    document(directory.resolve("zip.docx"), "docProps/core.xml", " ".repeat(1 << 20), 300);
    try (Mounted mounted = new Mounted(directory, "inspectors", "office,text")) {
      mounted.run("cp ../laughs.docx ../zip.docx .; echo still > alive.txt");

      assertThat(firstRecord(mounted, "laughs.docx").data().toString()).contains("\"reason\"");
      assertThat(firstRecord(mounted, "zip.docx").data().toString()).contains("\"reason\"");
      assertThat(firstRecord(mounted, "alive.txt").data().toString()).endsWith("+still\n");
    }
  }

  @Test
  void reportsNewFileThatIsTooLarge() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      mounted.run("truncate -s 10G sparse.txt; echo end >> sparse.txt");
      mounted.run("head -c 100000000 /dev/zero | tr '\\0' x > line.txt; echo y >> line.txt");

      assertThat(mounted.run("stat -c %s sparse.txt line.txt"))
          .isEqualTo("10737418244\n100000002\n");
      assertThat(firstRecord(mounted, "sparse.txt").data().toString())
          .contains("a new file of this size");
      assertThat(firstRecord(mounted, "line.txt").data().toString())
          .contains("a new file of this size");
    }
  }

  @Test
  void continuesIfFileChangesLengthDuringInspection() throws Exception {
    try (Mounted mounted = new Mounted(directory, "inspectors", "text")) {
      String change =
          "for i in $(seq 100); do seq $((i * 50)) > a.txt; truncate -s $((i * 7)) a.txt;";
      mounted.run(
          change + " seq $i >> a.txt; done & for i in $(seq 100); do : > a.txt; done; wait");
      mounted.run("echo last > a.txt; echo other > b.txt");

      assertThat(firstRecord(mounted, "b.txt").data().toString()).endsWith("+other\n");
      while (mounted.counters().get("changesWaiting") > 0) {
        Thread.onSpinWait();
      }
      assertThat(mounted.counters()).containsEntry("unrecorded", 0L);
      assertThat(mounted.source.resolve("a.txt")).hasContent("last\n");
    }
  }

  @Test
  void endsIfUnmountedByForceUnderLoad() throws Exception {
    Mounted mounted = new Mounted(directory);
    String load =
        "for i in $(seq 100000); do echo $i > f$1.$i && rm f$1.$i || exit; done 2>/dev/null";
    ProcessBuilder writers =
        new ProcessBuilder("bash", "-c", load.replace("$1", "a") + " & " + load.replace("$1", "b"));
    Process running =
        writers
            .directory(mounted.mount.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (mounted.counters().getOrDefault("creations", 0L) < 100) {
      Thread.onSpinWait();
    }
    Mounted.run(List.of("umount", "-f", "-l", mounted.mount.toString()), directory);

    mounted.handle().await();
    assertThat(mounted.handle().failure()).isEmpty();
    running.waitFor();
    assertThat(mounted.losses()).isEmpty();
    mounted.close();
  }
}
