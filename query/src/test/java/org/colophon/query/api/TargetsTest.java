// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses targets and times. LSN n was recorded n hours after the epoch. */
final class TargetsTest {
  private static final Bytes DIRECTORY = Bytes.of("/w");
  private static final Bytes RAW = Bytes.wrap(new byte[] {'/', 'w', '/', (byte) 0xff});

  private Targets targets;

  @BeforeEach
  void fill() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    hour(history, 1).file(1, "/w/f");
    hour(history, 2).file(2, "/w/user@host");
    hour(history, 3).file(3, "/w/dir/a");
    hour(history, 4).file(4, "/w/dir/sub/b");
    hour(history, 5).snapshot("before");
    hour(history, 6).file(5, "/w/f");
    hour(history, 7).process(1, "/bin/a");
    hour(history, 8).file(6, "mysql://host/db/table");
    hour(history, 9).object(7, ObjectDeclaration.of(ObjectKind.FILE)).same().bind(0, 7, RAW);
    hour(history, 10).file(8, "/w/gone");
    hour(history, 11).unbind(0, "/w/gone");
    hour(history, 12).snapshot("after");
    Instant now = Instant.ofEpochSecond(TimeUnit.HOURS.toSeconds(12));
    targets = new Targets(SmallStore.of(history), now, ZoneOffset.UTC);
  }

  private static RecordBatchBuilder hour(RecordBatchBuilder history, long hour) {
    return history.at(hour).time(TimeUnit.HOURS.toNanos(hour));
  }

  private long object(String text) {
    Target target = targets.parse(text, DIRECTORY);
    assertThat(target.roots()).hasSize(1);
    assertThat(target.roots().get(0).type()).isEqualTo(NodeType.OBJECT);
    return target.roots().get(0).id();
  }

  @Test
  void resolvesRemovedNameAsOfItsEnd() {
    Target gone = targets.parse("gone", DIRECTORY);
    assertThat(gone.askedLsn()).isEqualTo(Lsn.LATEST);
    assertThat(gone.lsn()).isEqualTo(10);
    assertThat(targets.parse("gone@10", DIRECTORY).askedLsn()).isEqualTo(10);
    assertThat(targets.parse("f@before", DIRECTORY, 3).askedLsn()).isEqualTo(3);
    assertThat(targets.parse("process:1@9", DIRECTORY).askedLsn()).isEqualTo(9);
  }

  @Test
  void takesPrefixOfUnknownKindAsPartOfTheName() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/w/host:22@site").file(2, "/w/host:23");
    targets = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneOffset.UTC);
    assertThat(object("host:22@site")).isEqualTo(1);
    assertThat(object("host:23@2")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f@5",
        "f@before",
        "f@1970-01-01T05:00:00Z",
        "f@1970-01-01T05:30",
        "f@1970-01-01 05:59:59",
        "f@7h ago",
        "f@420min",
        "/w/./x/../f@5",
        "f@1970-01-01T06:30:00+01:00",
      })
  void findsTheObjectThatHadThePathAtATime(String text) {
    assertThat(object(text)).isEqualTo(1);
  }

  @Test
  void findsTheNewestVersionOfAPath() {
    assertThat(object("f")).isEqualTo(5);
    assertThat(object("/w/f")).isEqualTo(5);
    assertThat(targets.parse("f", DIRECTORY).lsn()).isEqualTo(Lsn.LATEST);
    assertThat(targets.parse("f", DIRECTORY, 5).roots().get(0).id()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"db.table", "db/table", "db.table@8", "mysql://host/db/table"})
  void findsATableByItsShortName(String text) {
    assertThat(object(text)).isEqualTo(6);
  }

  @Test
  void findsNoTableCreatedAfterAsOf() {
    assertThatThrownBy(() -> targets.parse("db.table@5", DIRECTORY))
        .hasFieldOrPropertyWithValue("code", ErrorCode.NOT_FOUND);
    assertThatThrownBy(() -> targets.parse("db.tabl", DIRECTORY))
        .hasFieldOrPropertyWithValue("code", ErrorCode.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql://db/table", "mysql://other:3306/db/table"})
  void suggestsServerOfKnownTable(String name) {
    assertThatThrownBy(() -> targets.parse(name, DIRECTORY))
        .hasMessage("nothing is known of " + name + "; did you mean mysql://host/db/table?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql://db/other", "mysql://table"})
  void suggestsNoTableForUnknownName(String name) {
    assertThatThrownBy(() -> targets.parse(name, DIRECTORY))
        .isInstanceOf(ColophonException.class)
        .hasMessageNotContaining("did you mean");
  }

  @Test
  void rejectsTableNameThatSeveralServersHave() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    hour(history, 1).file(1, "mysql://one/db/table");
    hour(history, 2).file(2, "mysql://two/db/table");
    Targets two = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneOffset.UTC);
    assertThatThrownBy(() -> two.parse("db.table", DIRECTORY))
        .hasMessageContaining("mysql://one/db/table")
        .hasMessageContaining("mysql://two/db/table");
    assertThat(two.parse("mysql://two/db/table", DIRECTORY).roots()).hasSize(1);
  }

  @Test
  void prefersPathWithAtSignToPathWithATime() {
    assertThat(object("user@host")).isEqualTo(2);
    assertThat(object("user@host@5")).isEqualTo(2);
  }

  @Test
  void resolvesADirectoryToTheFilesBelow() {
    Target target = targets.parse("dir", DIRECTORY);
    assertThat(target.isDirectory()).isTrue();
    assertThat(target.roots()).extracting(Root::id).containsExactly(3L, 4L);
    assertThat(targets.parse("dir@3", DIRECTORY).roots()).extracting(Root::id).containsExactly(3L);
  }

  @Test
  void findsNamesThatAreNotUtf8() {
    assertThat(object("mysql://host/db/table")).isEqualTo(6);
    assertThat(object("\\xff")).isEqualTo(7);
    assertThat(targets.parse(RAW, DIRECTORY, Lsn.LATEST).roots().get(0).id()).isEqualTo(7);
  }

  @Test
  void findsTheLastVersionOfARemovedFile() {
    Target target = targets.parse("gone", DIRECTORY);
    assertThat(target.roots()).containsExactly(Root.object(8, 10));
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 11, 12, Lsn.LATEST})
  void findsTheLastVersionOfAFileRemovedBeforeAsOf(long asOfLsn) {
    Target target = targets.parse("gone", DIRECTORY, asOfLsn);
    assertThat(target.roots().get(0).id()).isEqualTo(8);
    assertThat(target.roots().get(0).lsn()).isEqualTo(10);
    assertThat(target.askedLsn()).isEqualTo(asOfLsn);
    assertThat(targets.parse("gone@after", DIRECTORY).roots()).containsExactly(Root.object(8, 10));
  }

  @Test
  void findsRemovedFileAsOfATimeOnlyIfItExistedThen() {
    assertThatThrownBy(() -> targets.parse("gone", DIRECTORY, 9)).hasMessageContaining("/w/gone");
    assertThatThrownBy(() -> targets.parse("gone@before", DIRECTORY))
        .hasMessageContaining("did not exist as of LSN 5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pid:1", "process:1", "object:6"})
  void ignoresLaterOperations(String text) {
    assertThat(targets.parse(text, DIRECTORY, 8).roots()).hasSize(1);
    assertThatThrownBy(() -> targets.parse(text, DIRECTORY, 6))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("as of LSN 6");
    assertThatThrownBy(() -> targets.parse(text + "@before", DIRECTORY)).hasMessageContaining("5");
  }

  @Test
  void findsOnlyProcessesOfAPidThatBeganByAsOf() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(
        1, new ProcessDeclaration(Bytes.of("a"), 7, DIRECTORY, List.of(), DIRECTORY, 1));
    history.process(
        2, new ProcessDeclaration(Bytes.of("b"), 7, DIRECTORY, List.of(), DIRECTORY, 2));
    targets = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneOffset.UTC);
    assertThat(targets.parse("pid:7", DIRECTORY, 1).roots()).containsExactly(Root.process(1, 1));
    assertThat(targets.parse("pid:7", DIRECTORY, 2).roots()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/w/dri", "db.tabel"})
  void suggestsNamesWithoutReadingAllOfThem(String text) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/w/dir").file(2, "mysql://host/db/table");
    Targets bounded = new Targets(bounded(SmallStore.of(history)), Instant.EPOCH, ZoneOffset.UTC);
    assertThatThrownBy(() -> bounded.parse(text, DIRECTORY))
        .hasFieldOrPropertyWithValue("code", ErrorCode.NOT_FOUND);
  }

  /** Returns a reader that fails if paths are read without a limit. */
  private static LineageReader bounded(LineageReader reader) {
    return (LineageReader)
        Proxy.newProxyInstance(
            TargetsTest.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              boolean isUnbounded = method.getName().equals("pathsFrom") && arguments.length == 2;
              assertThat(isUnbounded).as("reads paths without a limit").isFalse();
              try {
                return method.invoke(reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void findsByPidAndGlobalId() {
    assertThat(targets.parse("pid:1", DIRECTORY).roots()).containsExactly(Root.process(1));
    assertThat(targets.parse("process:1", DIRECTORY).roots()).containsExactly(Root.process(1));
    assertThat(targets.parse("object:3@4", DIRECTORY).roots()).containsExactly(Root.object(3, 4));
  }

  @Test
  void resolvesEveryRunOfProgram() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    hour(history, 1).process(1, "/usr/bin/no-such-tool");
    hour(history, 2).process(2, "/bin/other");
    hour(history, 3).process(3, "/usr/bin/no-such-tool");
    targets = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneOffset.UTC);
    for (String text : List.of("exe:/usr/bin/no-such-tool", "exe:no-such-tool")) {
      assertThat(targets.parse(text, DIRECTORY).roots())
          .containsExactly(Root.process(1), Root.process(3));
    }
    assertThat(targets.parse("exe:no-such-tool@2", DIRECTORY).roots())
        .containsExactly(Root.process(1, 2));
    assertThat(targets.parse("exe:no-such-tool", DIRECTORY, 1).roots())
        .containsExactly(Root.process(1, 1));
    assertThat(targets.parse("exe:../bin/other", DIRECTORY).roots())
        .containsExactly(Root.process(2));
    assertThatThrownBy(() -> targets.parse("exe:no-such-too", DIRECTORY))
        .hasMessageContaining("no run of no-such-too is known")
        .hasMessageContaining("colophon find --command");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pid:99", "process:99", "object:99", "nothing-like-it", "f@0h ago x"})
  void reportsNotFound(String text) {
    assertThatThrownBy(() -> targets.parse(text, DIRECTORY))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void suggestsSimilarNames() {
    assertThatThrownBy(() -> targets.parse("user@hots", DIRECTORY))
        .hasMessageContaining("did you mean /w/user@host?");
    assertThatThrownBy(() -> targets.parse("dri", DIRECTORY)).hasMessageContaining("/w/dir");
    assertThatThrownBy(() -> targets.parse("dri/sub/b", DIRECTORY))
        .hasMessageContaining("did you mean /w/dir?");
    assertThatThrownBy(() -> targets.parse("dir/quite-different", DIRECTORY))
        .hasMessageEndingWith("/w/dir/quite-different");
  }

  @Test
  void reportsThatAPathDidNotExistAsOf() {
    assertThatThrownBy(() -> targets.parse("user@host@1", DIRECTORY))
        .hasMessageContaining("did not exist as of LSN 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"f@befor", "user@host@befor", "./f@befor", "dir@befor"})
  void listsSnapshotsWhenTheTimeIsUnknownButThePathIsKnown(String text) {
    assertThatThrownBy(() -> targets.parse(text, DIRECTORY))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("'befor' is not an LSN")
        .hasMessageContaining("snapshots: before, after");
  }

  @Test
  void reportsATimeBeforeTheFirstRecord() {
    assertThatThrownBy(() -> targets.parse("f@1969-01-01", DIRECTORY))
        .hasMessageContaining("nothing was recorded as of 1969-01-01 yet");
  }

  @Test
  void suggestsSimilarNamesBelowAnExistingPrefix() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/w/f").file(2, "/w/f@before");
    targets = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneOffset.UTC);
    assertThatThrownBy(() -> targets.parse("/w/f@befor", DIRECTORY))
        .hasMessageContaining("nothing is known of /w/f@befor; did you mean /w/f@before?")
        .hasMessageContaining("/w/f is known, but 'befor' is not an LSN");
  }

  @Test
  void remarksThatAnLsnOrTimeIsBeyondAllRecords() {
    assertThat(targets.asOf("99")).isEqualTo(99);
    assertThat(targets.asOf("2100-01-01")).isEqualTo(12);
    assertThat(targets.futureRemark("99"))
        .isEqualTo("nothing is recorded at 99 yet: the last LSN is 12");
    assertThat(targets.futureRemark("2100-01-01"))
        .isEqualTo("nothing is recorded at 2100-01-01 yet: the last LSN is 12");
    assertThat(List.of("12", "now", "after", "1970-01-01T12:00Z", "1h"))
        .allSatisfy(text -> assertThat(targets.futureRemark(text)).isEmpty());
  }

  @Test
  void refusesLsnBeforeTheFirst() {
    assertThatThrownBy(() -> targets.asOf("0"))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("'0' is not an LSN");
  }

  @Test
  void listsTheAcceptedFormsWhenATimeIsInvalid() {
    assertThatThrownBy(() -> targets.asOf("yesterday-ish"))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("snapshots: before, after");
    assertThatThrownBy(() -> targets.asOf("1969-01-01")).hasMessageContaining("yet");
    assertThat(targets.asOf("now")).isEqualTo(Lsn.LATEST);
  }

  @Test
  void findsFormerMeaningOfMovedSnapshotAsOfEarlierLsn() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    hour(history, 1).file(1, "/w/f");
    hour(history, 2).snapshot("v");
    hour(history, 3).file(2, "/w/f");
    hour(history, 4).snapshot("v");
    hour(history, 5).snapshot("v@deleted");
    Targets moved = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneOffset.UTC);
    assertThat(moved.parse("/w/f@v", DIRECTORY, 2).askedLsn()).isEqualTo(2);
    assertThat(moved.parse("/w/f@v", DIRECTORY, 3).askedLsn()).isEqualTo(2);
    assertThat(moved.parse("/w/f@v", DIRECTORY, 4).askedLsn()).isEqualTo(4);
    assertThat(moved.parse("object:1@v", DIRECTORY, 3).askedLsn()).isEqualTo(2);
    assertThatThrownBy(() -> moved.asOf("v"))
        .hasMessageContaining("snapshot 'v' was deleted at LSN 5");
  }

  @Test
  void parsesLocalTimesInTheGivenZone() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    hour(history, 5).file(1, "/w/f");
    hour(history, 6).snapshot("s");
    var there = new Targets(SmallStore.of(history), Instant.EPOCH, ZoneId.of("Asia/Tokyo"));
    assertThat(there.asOf("1970-01-01T14:30")).isEqualTo(5);
  }
}
