// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.ASSOCIATE;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinderTest {
  private static final Bytes HOSTILE =
      Bytes.wrap(new byte[] {'/', 's', '/', (byte) 0xff, '\n', '*', '.', 'c'});

  private final RecordBatchBuilder history =
      new RecordBatchBuilder()
          .process(1, process("machine-a", 7, "/usr/bin/make", "make", "-j2"))
          .process(2, process("machine-a", 8, "/usr/bin/cc", "cc", "-c", "src/main.c"))
          .process(3, process("machine-b", 7, "/bin/sh", "sh", "-c", "rm -f x"))
          .link(LinkKind.FORK, 2, 1)
          .object(
              9,
              new ObjectDeclaration(
                  ObjectKind.AGENT, Identities.user("machine-a", 0), Bytes.of("user 0")))
          .access(ASSOCIATE, 1, 9, 0)
          .file(4, "/s/main.c")
          .file(5, "/s/deep/main.o")
          .object(6, ObjectDeclaration.of(ObjectKind.PIPE, "pipe:[4]"))
          .access(READ, 2, 4, 10)
          .access(WRITE, 2, 5, 30)
          .access(WRITE, 3, 6, 20)
          .access(WRITE, 3, 6, 20)
          .file(8, "/s/gone.c")
          .unbind(3, 8, Bytes.of("/s/gone.c"))
          .extended(2, 5, "text/patch", Bytes.of("+ needle"))
          .extended(3, 0, "note", Bytes.of("nothing"))
          .extended(2, 4, FileState.TYPE, new FileState(1, 2, 3, 4, 5).bytes());

  private static ProcessDeclaration process(
      String host, long pid, String executable, String... arguments) {
    return new ProcessDeclaration(
        Identities.process(host, "boot", pid, 1, 0),
        pid,
        Bytes.of(executable),
        List.of(arguments).stream().map(Bytes::of).toList(),
        Bytes.of("/s"),
        RecordBatchBuilder.EPOCH_NANOS);
  }

  private LineageReader reader;

  private LineageReader reader() {
    if (reader == null) {
      reader = SmallStore.of(history);
    }
    return reader;
  }

  private List<String> found(FindQuery query) throws IOException {
    List<String> found = new ArrayList<>();
    new Finder(reader(), query).find(each -> found.add(each.id()));
    return found;
  }

  @ParameterizedTest
  @CsvSource({
    "main.*, object:4 object:5",
    "*.c, object:4 object:8",
    "deep/*, object:5",
    "/s/*, object:4 object:8",
    "/s/**, object:4 object:5 object:8",
    "cc, process:2",
    "pipe:*, object:6",
    "user ?, object:9",
    "none, ''",
  })
  void findsNamesByPattern(String pattern, String expected) throws IOException {
    NamePattern name = NamePattern.of(pattern, Bytes.of("/s"));

    assertThat(String.join(" ", found(new FindQuery().name(name)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "insert, process:1",
    "INSERT, process:1",
    "shop.report, process:1",
    "*report, process:1",
    "inser, ''",
    "usr, ''",
  })
  void findsStatementsByTheirWords(String word, String expected) throws IOException {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, statement("INSERT INTO shop.report(day) SELECT now()"));
    history.process(2, statement("/usr/bin/my insert"));
    reader = SmallStore.of(history);

    assertThat(String.join(" ", found(new FindQuery().word(Glob.of(word))))).isEqualTo(expected);
  }

  private static ProcessDeclaration statement(String text) {
    return new ProcessDeclaration(Bytes.of(text), 0, Bytes.of(text), List.of(), Bytes.EMPTY, 0);
  }

  /** An import may report an earlier time after a later one. */
  @ParameterizedTest
  @CsvSource({
    "2050, 2200, object:21 object:22",
    "1990, 2050, object:22 object:23",
    "2101, 2200, ''",
  })
  void comparesTimesOfAccessesWithTimesOfRange(int since, int until, String expected)
      throws IOException {
    history.time(nanos(2020));
    history.file(21, "/in").file(22, "/mid").file(23, "/out");
    history.process(21, "/bin/one").process(22, "/bin/two");
    history.time(nanos(2100)).access(READ, 21, 21, 1).access(WRITE, 21, 22, 1);
    history.time(nanos(2001)).access(READ, 22, 22, 1).access(WRITE, 22, 23, 1);
    FindQuery query =
        new FindQuery()
            .name(NamePattern.of("/*", Bytes.of("/")))
            .type(FoundType.OBJECT)
            .since(nanos(since))
            .until(nanos(until));

    assertThat(String.join(" ", found(query))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1970, 2100", "1990, 2050", "1960, 1971", "2099, 2200"})
  void findsAccessDuringWhichTheClockWentBack(int since, int until) throws IOException {
    history.time(nanos(2020)).file(21, "/in").process(21, "/bin/one");
    history.time(nanos(2100)).open(READ, 21, 21, 1);
    long begin = history.lastLsn();
    history.time(nanos(1971)).access(WRITE, 21, 20, 1);
    history.interval(AccessMode.READ, 21, 21, begin, begin + 1, 2, 2);
    FindQuery query = new FindQuery().readBy(Set.of(21L)).since(nanos(since)).until(nanos(until));

    assertThat(found(query)).containsExactly("object:21");
  }

  private static long nanos(int year) {
    return Instant.parse(year + "-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L;
  }

  @Test
  void findsHostileNameUnchanged() throws IOException {
    history.bind(3, 6, HOSTILE);
    List<Bytes> names = new ArrayList<>();
    FindQuery query = new FindQuery().name(NamePattern.of("?\n??c", Bytes.of("/")));
    new Finder(reader(), query).find(each -> names.add(each.name()));

    assertThat(names).containsExactly(HOSTILE);
  }

  @Test
  void findsProcessesByEachArgumentOfTheirCommand() throws IOException {
    assertThat(found(new FindQuery().word(Glob.of("cc")))).containsExactly("process:2");
    assertThat(found(new FindQuery().word(Glob.of("-c")).word(Glob.of("*.c"))))
        .containsExactly("process:2");
    assertThat(found(new FindQuery().word(Glob.of("cc")).word(Glob.of("sh")))).isEmpty();
  }

  @Test
  void findsChildProcessesAndTheirFilesByUserOfParent() throws IOException {
    assertThat(found(new FindQuery().user(Glob.of("user 0"))))
        .containsExactly("object:5", "process:1", "process:2");
  }

  @Test
  void findsProcessesByPidAndObjectsByKind() throws IOException {
    assertThat(found(new FindQuery().pid(7))).containsExactly("process:1", "process:3");
    assertThat(found(new FindQuery().kind(ObjectKind.PIPE))).containsExactly("object:6");
    assertThat(found(new FindQuery().kind(ObjectKind.AGENT))).containsExactly("object:9");
    assertThat(found(new FindQuery().type(FoundType.AGENT))).containsExactly("object:9");
  }

  @Test
  void combinesConditionsOnReadsAndWrites() throws IOException {
    assertThat(found(new FindQuery().reads(Set.of(4L)).writes(Set.of(5L))))
        .containsExactly("process:2");
    assertThat(found(new FindQuery().reads(Set.of(4L)).writes(Set.of(6L)))).isEmpty();
    assertThat(found(new FindQuery().readBy(Set.of(2L)).writtenBy(Set.of(3L)))).isEmpty();
    assertThat(found(new FindQuery().readBy(Set.of(2L)))).containsExactly("object:4");
  }

  @Test
  void findsRecordsAndTheirOwners() throws IOException {
    FindQuery content = new FindQuery().content(Bytes.of("needle"));
    assertThat(found(content)).containsExactly("object:5");
    assertThat(found(new FindQuery().type(FoundType.RECORD)))
        .containsExactly("object:5", "process:3");
    assertThat(found(new FindQuery().record(Glob.of("file-state")))).containsExactly("object:4");
    assertThat(found(new FindQuery().record(Glob.of("text/*")).pid(8)))
        .containsExactly("process:2");
    assertThat(found(new FindQuery().record(Glob.of("text/*")).type(FoundType.OBJECT)))
        .containsExactly("object:5");
  }

  @Test
  void ordersBySumsAndReturnsTheLargest() throws IOException {
    FindQuery query = new FindQuery().type(FoundType.OBJECT).order(FindOrder.BYTES).limit(2);
    List<Found> found = new ArrayList<>();
    long left = new Finder(reader(), query).find(found::add);

    assertThat(found).extracting(Found::id).containsExactly("object:6", "object:5");
    assertThat(found.get(0).count()).isEqualTo(2);
    assertThat(found.get(0).bytes()).isEqualTo(40);
    assertThat(left).isEqualTo(2);
  }
}
