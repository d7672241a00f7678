// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens segments with frames of each version from the test resources. If this fails, existing
 * journals are unreadable: raise the version and keep a decoder for the old one. {@link #main}
 * writes such files.
 */
class StoredJournalTest {
  private static final String STORED = "version-1.journal";
  private static final String LATER = "frames-2-and-3.journal";

  @TempDir Path temp;

  private Journal open(String name) throws IOException {
    try (InputStream stored = StoredJournalTest.class.getResourceAsStream(name)) {
      Files.copy(stored, temp.resolve(SegmentFormat.fileName(1)));
    }
    return Journal.open(JournalConfig.at(temp), failure -> {});
  }

  private static List<String> records(Journal journal) throws IOException {
    List<String> records = new ArrayList<>();
    try (JournalReader reader = journal.readAfter(0)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        while (batch.next()) {
          records.add(batch.lsn() + " " + batch.type() + " " + detail(batch));
        }
      }
    }
    return records;
  }

  @Test
  void readsFramesWithPositionsAndWithChunks() throws Exception {
    Journal journal = open(LATER);
    assertThat(journal.recovery().clean()).isTrue();
    assertThat(journal.recovery().positions()).containsOnly(Map.entry("log", Bytes.of("17")));
    assertThat(records(journal)).containsExactly("1 PROCESS 1 /bin/sh []", "2 EXIT 1 7");
    journal.close();
  }

  @Test
  void readsAStoreOfVersionOne() throws Exception {
    Journal journal = open(STORED);
    assertThat(journal.recovery().clean()).isTrue();
    assertThat(journal.recovery().lastLsn()).isEqualTo(12);
    assertThat(journal.recovery().nextProcess()).isEqualTo(3);
    List<String> records = records(journal);
    journal.close();
    assertThat(records)
        .containsExactly(
            "1 PROCESS 1 /bin/cat [cat, a]",
            "2 PROCESS 2 /bin/sh []",
            "3 OBJECT 1 FILE inode",
            "4 BIND 2 1 /tmp/ü",
            "5 LINK 1 2 FORK",
            "6 ACCESS 1 1 READ true 4096",
            "7 ACCESS 1 1 READ false 4096",
            "9 CUT 2 1 8",
            "10 INTERVAL 1 1 READ 6-9 3x 12288",
            "11 EXIT 1 7",
            "12 SNAPSHOT first");
  }

  private static String detail(RecordDecoder batch) {
    long p = batch.process();
    long o = batch.object();
    return switch (batch.type()) {
      case PROCESS ->
          p
              + " "
              + batch.processDeclaration().executable()
              + " "
              + batch.processDeclaration().arguments();
      case OBJECT ->
          o + " " + batch.objectDeclaration().kind() + " " + batch.objectDeclaration().identity();
      case BIND -> p + " " + o + " " + batch.path();
      case LINK -> p + " " + batch.cause() + " " + batch.linkKind();
      case ACCESS ->
          p + " " + o + " " + batch.operationKind() + " " + batch.isOpen() + " " + batch.bytes();
      case CUT -> p + " " + o + " " + batch.beginLsn();
      case INTERVAL ->
          "%d %d %s %d-%d %dx %d"
              .formatted(
                  p,
                  o,
                  batch.accessMode(),
                  batch.beginLsn(),
                  batch.endLsn(),
                  batch.count(),
                  batch.bytes());
      case EXIT -> p + " " + batch.status();
      case SNAPSHOT -> batch.label();
      default -> "unexpected";
    };
  }

  /** Writes a frame of each version into two directories, whose paths are the arguments. */
  public static void main(String[] arguments) {
    writeVersion1(Path.of(arguments[0]));
    JournalConfig plain = JournalConfig.at(Path.of(arguments[1]));
    Journal journal = Journal.open(plain, failure -> {});
    journal.encoder().process(1, 1000, 1, ProcessDeclaration.of(18, Bytes.of("/bin/sh"), 0));
    journal.position(1, 1000, "log", Bytes.of("17"));
    journal.writeFrame(1, 2, 1, false);
    journal.close();
    Journal certified =
        Journal.open(
            new JournalConfig(
                plain.directory(),
                plain.segmentBytes(),
                plain.budgetBytes(),
                plain.syncIntervalMillis(),
                true),
            failure -> {});
    certified.encoder().exit(2, 1001, 1, 7);
    certified.writeFrame(2, 2, 1, true);
    certified.accounted(2, true);
    certified.close();
  }

  private static void writeVersion1(Path directory) {
    Journal journal = Journal.open(JournalConfig.at(directory), failure -> {});
    RecordEncoder encoder = journal.encoder();
    List<Bytes> words = List.of(Bytes.of("cat"), Bytes.of("a"));
    encoder.process(
        1,
        1000,
        1,
        new ProcessDeclaration(Bytes.of("p"), 17, Bytes.of("/bin/cat"), words, Bytes.EMPTY, 900));
    encoder.process(2, 1000, 2, ProcessDeclaration.of(18, Bytes.of("/bin/sh"), 0));
    encoder.object(
        3, 1001, 1, new ObjectDeclaration(ObjectKind.FILE, Bytes.of("inode"), Bytes.EMPTY));
    encoder.name(RecordType.BIND, 4, 1002, 2, 1, Bytes.of("/tmp/ü"));
    encoder.link(5, 1002, LinkKind.FORK.code(), 1, 2);
    encoder.access(6, 1003, 1, 1, 0, true, 4096);
    encoder.access(7, 1004, 1, 1, 0, false, 4096);
    encoder.countOperations(7);
    journal.writeFrame(8, 3, 2, false);
    encoder.cut(9, 1005, 2, 1, 8);
    encoder.interval(10, 1005, 1, 1, 0, 6, 9, 3, 12288);
    encoder.exit(11, 1006, 1, 7);
    encoder.snapshot(12, 1007, "first");
    encoder.countOperations(4);
    journal.writeFrame(12, 3, 2, true);
    journal.accounted(12, true);
    journal.close();
  }
}
