// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.common.follow.LogFollower;
import org.colophon.reporters.common.follow.LogListener;
import org.colophon.reporters.common.follow.LogParser;
import org.colophon.reporters.common.follow.RotatedNames;
import org.colophon.reporters.mysql.log.LogHandler;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.general.GeneralLogParser;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFollowerTest {
  @TempDir Path directory;
  private Path log;
  private long changedMillis = System.currentTimeMillis() - 3_600_000;

  @BeforeEach
  void name() {
    log = directory.resolve("general.log");
  }

  private static String query(int number) {
    return "\t\t     4 Query\tselect " + number + "\n";
  }

  private void append(String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** A follower on its own thread, and the lines that it has read. */
  private final class Reader implements LogHandler, LogListener, AutoCloseable {
    final List<String> texts = Collections.synchronizedList(new ArrayList<>());
    final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
    private final GeneralLogParser parser =
        new GeneralLogParser(this, connection -> SqlRules.MARIADB, ZoneOffset.UTC, 1 << 20);
    private final LogFollower tail =
        new LogFollower(
            log, RotatedNames.ANY, FileOpener.PLAIN, new BackgroundThreads(), parser, this);
    private final Thread thread;
    volatile FileMark mark;
    final List<Integer> priorities = Collections.synchronizedList(new ArrayList<>());
    volatile boolean isAtEnd;

    Reader(FileMark from, boolean follows) {
      thread = new Thread(() -> tail.run(from, follows));
      thread.start();
    }

    @Override
    public void record(LogRecord record) {
      priorities.add(Thread.currentThread().getPriority());
      texts.add(
          new String(record.text, record.from, record.to - record.from, StandardCharsets.UTF_8));
    }

    @Override
    public void bad(long offset, String problem) {
      troubles.add(problem);
    }

    @Override
    public void progress(boolean isAllRead) {
      isAtEnd = isAllRead;
      mark = tail.mark(parser.settled());
    }

    @Override
    public void fileChanged() {
      progress(false);
    }

    @Override
    public void trouble(String place, String problem, boolean isLoss) {
      troubles.add(problem);
    }

    void await(int count) {
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (texts.size() < count) {
        assertThat(System.nanoTime()).as("timed out with " + texts).isLessThan(deadline);
        LockSupport.parkNanos(1_000_000);
      }
    }

    void awaitEnd() {
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (!isAtEnd) {
        assertThat(System.nanoTime()).as("timed out").isLessThan(deadline);
        LockSupport.parkNanos(1_000_000);
      }
    }

    /** Priority of the thread when it read the last record. */
    int priority() {
      return priorities.get(priorities.size() - 1);
    }

    FileMark end() throws InterruptedException {
      thread.join();
      return mark;
    }

    @Override
    public void close() {
      tail.stop();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Checks that content from before the start counts as a large backlog, and new content does not.
   */
  @Test
  void runsAtLowPriorityUnlessFarBehind() throws Exception {
    appendMebibytes(20);
    try (Reader reader = new Reader(null, true)) {
      reader.await((20 << 10) - 1);
      append(query(1) + query(2));
      reader.await((20 << 10) + 1);
      assertThat(reader.priorities.get(3_000)).isEqualTo(Thread.NORM_PRIORITY);
      assertThat(reader.priority()).isEqualTo(Thread.MIN_PRIORITY);
    }
  }

  /** Appends records of one KiB. */
  private void appendMebibytes(int count) throws IOException {
    String padding = "x".repeat(1 << 10);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count << 10; i++) {
      text.append("\t\t     4 Query\tselect '").append(padding).append("'\n");
    }
    append(text.toString());
  }

  /** Servers that limit the number and size of files soon delete unread files. */
  @Test
  void runsAtNormalPriorityWhileRotatedFilesAreUnread() throws Exception {
    append(query(1));
    FileMark left;
    try (Reader reader = new Reader(null, false)) {
      left = reader.end();
    }
    for (int number = 4; number > 0; number--) {
      append("\t\t     4 Query\tselect 'file " + number + "'\n");
      appendMebibytes(1);
      rotate("general.log." + number);
    }
    appendMebibytes(1);
    try (Reader reader = new Reader(left, true)) {
      reader.await((4 << 10) + 4);
      reader.awaitEnd();
      assertThat(reader.priorities.subList(0, (4 << 10) + 4)).containsOnly(Thread.NORM_PRIORITY);
      append(query(2) + query(3));
      reader.await((5 << 10) + 5);
      assertThat(reader.priority()).isEqualTo(Thread.MIN_PRIORITY);
    }
  }

  @Test
  void runsAtNormalPriorityForCompleteLog() throws Exception {
    append(query(1) + query(2));
    Reader reader = new Reader(null, false);
    reader.end();
    assertThat(reader.texts).hasSize(2);
    assertThat(reader.priority()).isEqualTo(Thread.NORM_PRIORITY);
  }

  private static List<String> selects(int from, int to) {
    List<String> all = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      all.add("select " + i);
    }
    return all;
  }

  @Test
  void ignoresCopyOfRotatedLog() throws Exception {
    append(query(1) + query(2));
    try (Reader reader = new Reader(null, true)) {
      reader.await(2);
      Files.copy(log, directory.resolve("general.log.bak"));
      Files.copy(log, directory.resolve("general.log-before-the-upgrade"));
      Files.move(log, directory.resolve("general.log.1"));
      append(query(3));
      reader.await(3);
      assertThat(reader.texts).isEqualTo(selects(1, 3));
    }
  }

  /** Rotates like logrotate with {@code start 0}. */
  @Test
  void readsRotatedFileWithNumberZero() throws Exception {
    append(query(1));
    FileMark left;
    try (Reader reader = new Reader(null, false)) {
      left = reader.end();
    }
    append(query(2));
    rotate("general.log.1");
    append(query(3));
    rotate("general.log.0");
    append(query(4));
    Files.copy(log, directory.resolve("general.log.bak"));
    try (Reader reader = new Reader(left, false)) {
      reader.end();
      assertThat(reader.troubles).isEmpty();
      assertThat(reader.texts).isEqualTo(selects(2, 4));
    }
  }

  /** Renames the log and sets a later time than those of all earlier files. */
  private void rotate(String name) throws IOException {
    changedMillis += 1000;
    Files.setLastModifiedTime(log, FileTime.fromMillis(changedMillis));
    Files.move(log, directory.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"321", "123", "012", "210"})
  void readsRotatedFilesOnceWithRisingOrFallingNumbers(String numbers) throws Exception {
    append(query(0));
    rotate("general.log." + (numbers.startsWith("3") || numbers.startsWith("2") ? 9 : "old"));
    append(query(1));
    FileMark left;
    try (Reader reader = new Reader(null, false)) {
      left = reader.end();
    }
    for (int i = 0; i < 3; i++) {
      append(query(2 * i + 2));
      rotate("general.log." + numbers.charAt(i));
      append(query(2 * i + 3));
    }
    try (Reader reader = new Reader(left, true)) {
      reader.await(6);
      rotate("general.log." + (numbers.charAt(2) > numbers.charAt(0) ? "9" : "00"));
      append(query(8));
      reader.await(7);
      assertThat(reader.troubles).isEmpty();
      assertThat(reader.texts).isEqualTo(selects(2, 8));
    }
  }

  @Test
  void reportsLossIfTwoRotatedFilesHaveSameTime() throws Exception {
    append(query(1));
    FileMark left;
    try (Reader reader = new Reader(null, false)) {
      left = reader.end();
    }
    rotate("general.log.a");
    append(query(2));
    changedMillis -= 1000;
    rotate("general.log.b");
    append(query(3));
    try (Reader reader = new Reader(left, false)) {
      reader.end();
      assertThat(reader.troubles).first().asString().contains("files is uncertain");
    }
  }

  @Test
  void reportsLossIfNumbersNeitherRiseNorFallWithTime() throws Exception {
    append(query(1));
    FileMark left;
    try (Reader reader = new Reader(null, false)) {
      left = reader.end();
    }
    rotate("general.log.2");
    append(query(2));
    rotate("general.log.3");
    append(query(3));
    rotate("general.log.1");
    append(query(4));
    try (Reader reader = new Reader(left, false)) {
      reader.end();
      assertThat(reader.troubles).first().asString().contains("files is uncertain");
    }
  }

  @Test
  void readsRotatedFileThatFollowsDeletedOne() throws Exception {
    append(query(1));
    Path next = Files.writeString(directory.resolve("next"), query(2));
    Files.setLastModifiedTime(next, FileTime.from(Instant.now().plusSeconds(60)));
    try (Reader reader = new Reader(null, true)) {
      reader.await(1);
      Files.delete(log);
      Files.move(next, directory.resolve("general.log.1"));
      append(query(3));
      reader.await(3);
      assertThat(reader.troubles).isEmpty();
      assertThat(reader.texts).isEqualTo(selects(1, 3));
    }
  }

  /** Renames all files at each rotation, as servers do, at random moments. */
  @Test
  void findsMarkedFileDuringRenames() throws Exception {
    append(query(0));
    FileMark left;
    try (Reader reader = new Reader(null, false)) {
      left = reader.end();
    }
    Path one = directory.resolve("general.log.1");
    Path two = directory.resolve("general.log.2");
    Files.move(log, one);
    append(query(1));
    AtomicBoolean isOver = new AtomicBoolean();
    Thread server =
        new Thread(
            () -> {
              try {
                while (!isOver.get()) {
                  Files.move(one, two);
                  Files.move(two, one);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    server.start();
    for (int i = 0; i < 40; i++) {
      try (Reader reader = new Reader(left, true)) {
        reader.await(1);
        assertThat(reader.troubles).isEmpty();
        assertThat(reader.texts).containsExactly("select 1");
      }
    }
    isOver.set(true);
    server.join();
  }

  /** Records the time of each read. */
  private static final class Takes implements LogParser, LogListener {
    final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void start(long offset) {}

    @Override
    public void take(byte[] bytes, int from, int to, long offset) {
      nanos.add(System.nanoTime());
    }

    @Override
    public void takePart(byte[] bytes, int from, int to, long offset) {}

    @Override
    public void quiet(boolean isLong) {}

    @Override
    public void end() {}

    @Override
    public long settled() {
      return 0;
    }

    @Override
    public long rewindTo() {
      return NOWHERE;
    }

    @Override
    public void progress(boolean isAtEnd) {}

    @Override
    public void fileChanged() {}

    @Override
    public void trouble(String place, String problem, boolean isLoss) {}

    void await(int count) {
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (nanos.size() < count) {
        assertThat(System.nanoTime()).as("timed out").isLessThan(deadline);
        LockSupport.parkNanos(100_000);
      }
    }
  }

  @Test
  void batchesRecordsThatArriveOneByOne() throws Exception {
    append(query(0));
    Takes takes = new Takes();
    LogFollower tail =
        new LogFollower(
            log, RotatedNames.ANY, FileOpener.PLAIN, new BackgroundThreads(), takes, takes);
    Thread thread = new Thread(() -> tail.run(null, true));
    thread.start();
    for (int i = 1; i <= 10; i++) {
      takes.await(i);
      append(query(i));
    }
    tail.stop();
    thread.join();
    for (int i = 1; i < takes.nanos.size(); i++) {
      assertThat(takes.nanos.get(i) - takes.nanos.get(i - 1)).isGreaterThan(40_000_000L);
    }
  }

  @Test
  void resumesAfterMark() throws Exception {
    append(query(1) + query(2));
    try (Reader first = new Reader(null, false)) {
      FileMark mark = first.end();
      append(query(3));
      try (Reader second = new Reader(mark, false)) {
        second.end();
        assertThat(first.texts).isEqualTo(selects(1, 2));
        assertThat(second.texts).isEqualTo(selects(3, 3));
      }
    }
  }

  @Test
  void readsFilesRotatedWhileStoppedOnce() throws Exception {
    append(query(1));
    try (Reader first = new Reader(null, false)) {
      FileMark mark = first.end();
      Path old = Files.writeString(directory.resolve("general.log.3"), query(0));
      Files.setLastModifiedTime(old, FileTime.fromMillis(changedMillis));
      append(query(2));
      rotate("general.log.2");
      append(query(3));
      rotate("general.log.1");
      append(query(4));
      try (Reader second = new Reader(mark, true)) {
        second.await(3);
        append(query(5));
        second.await(4);
        assertThat(second.texts).isEqualTo(selects(2, 5));
        assertThat(second.troubles).isEmpty();
      }
    }
  }

  @Test
  void followsRotatedAndDeletedLog() throws Exception {
    append(query(1));
    try (Reader reader = new Reader(null, true)) {
      reader.await(1);
      Files.move(log, directory.resolve("general.log.1"));
      append(query(2));
      reader.await(2);
      Files.delete(log);
      append(query(3));
      reader.await(3);
      assertThat(reader.texts).isEqualTo(selects(1, 3));
    }
  }

  /** Creates the new log before the server opens it, like logrotate with {@code create}. */
  @Test
  void readsRotatedFileWhileNewFileIsEmpty() throws Exception {
    append(query(1));
    Path rotated = directory.resolve("general.log.1");
    try (Reader reader = new Reader(null, true)) {
      reader.await(1);
      Files.move(log, rotated);
      Files.createFile(log);
      reader.isAtEnd = false;
      reader.awaitEnd();
      Files.writeString(rotated, query(2), StandardOpenOption.APPEND);
      reader.await(2);
      reader.isAtEnd = false;
      reader.awaitEnd();
      Files.writeString(rotated, query(3), StandardOpenOption.APPEND);
      append(query(4));
      reader.await(4);
      assertThat(reader.texts).isEqualTo(selects(1, 4));
      assertThat(reader.troubles).isEmpty();
    }
  }

  @Test
  void continuesInCopyAfterTruncation() throws Exception {
    append(query(1));
    try (Reader reader = new Reader(null, true)) {
      reader.await(1);
      Path copy = Files.copy(log, directory.resolve("general.log.1"));
      Files.writeString(copy, query(2), StandardOpenOption.APPEND);
      Files.writeString(log, query(3), StandardOpenOption.TRUNCATE_EXISTING);
      reader.await(3);
      assertThat(reader.texts).containsExactly("select 1", "select 2", "select 3");
      assertThat(reader.troubles).isEmpty();
    }
  }

  @Test
  void restartsAndReportsTruncatedLogThatHasGrownAgain() throws Exception {
    append(query(1) + query(2));
    try (Reader reader = new Reader(null, true)) {
      reader.await(2);
      Files.writeString(log, query(3) + query(4) + query(5));
      reader.await(5);
      assertThat(reader.texts).isEqualTo(selects(1, 5));
      assertThat(reader.troubles).singleElement().asString().contains("was truncated");
    }
  }

  @Test
  void reportsDeletedMarkedFile() throws Exception {
    append(query(1));
    try (Reader first = new Reader(null, false)) {
      FileMark mark = first.end();
      Files.move(log, directory.resolve("elsewhere"));
      append(query(2));
      try (Reader second = new Reader(mark, false)) {
        second.end();
        assertThat(second.texts).isEqualTo(selects(2, 2));
        assertThat(second.troubles).singleElement().asString().contains("deleted file");
      }
    }
  }

  @Test
  void endsUnclosedQuoteWhenLogIsQuiet() throws Exception {
    append(query(1) + "\t\t     4 Query\tselect 'abc\n");
    try (Reader reader = new Reader(null, true)) {
      reader.await(2);
      append(query(3));
      reader.await(3);
      assertThat(reader.texts).containsExactly("select 1", "select 'abc", "select 3");
    }
  }

  @Test
  void reportsLogThatEndsWithinLine() throws Exception {
    append(query(1) + "\t\t     4 Query\tsel");
    try (Reader reader = new Reader(null, false)) {
      reader.end();
      assertThat(reader.texts).isEqualTo(selects(1, 1));
      assertThat(reader.troubles).singleElement().asString().contains("ends within a line");
    }
  }

  @Test
  void rejectsNamedPipeWithReason() throws Exception {
    new ProcessBuilder("mkfifo", log.toString()).start().waitFor();
    assertThatThrownBy(() -> LogFollower.refusePipes(log))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("loses records");
  }
}
