// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.colophon.core.files.FileTree;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/** Takes commits in random order and lets the queue resume from its state at random times. */
class CommitQueueProperties {
  private static Path directory;

  private final Random random = new Random();
  private final Set<String> taken = new HashSet<>();
  private Path log;
  private CommitQueue queue;

  @BeforeContainer
  static void begin() throws IOException {
    directory = Files.createTempDirectory("queue");
  }

  @AfterContainer
  static void end() throws IOException {
    FileTree.delete(directory);
  }

  @Provide
  Arbitrary<String> logs() {
    return Arbitraries.of("mariadb-10.11", "mysql-8.0", "mysql-5.7");
  }

  @Property(tries = 300)
  void keepsCommitsThatWereNotTaken(@ForAll @From("logs") String name, @ForAll long seed)
      throws IOException {
    random.setSeed(seed);
    taken.clear();
    Path own = directory.resolve(name);
    Files.createDirectories(own);
    log = ReportedEvents.copy(name, own);
    queue = open();
    queue.readUntil(Long.MAX_VALUE);
    final List<String> all = waiting();
    queue.close();
    queue = open();
    for (int step = random.nextInt(30); step > 0; step--) {
      switch (random.nextInt(5)) {
        case 0 -> queue.readUntil(seconds());
        case 1, 2 -> takeSome();
        case 3 -> beginAnew();
        default -> beginWithoutALog();
      }
    }
    queue.readUntil(Long.MAX_VALUE);
    assertThat(waiting()).isEqualTo(all.stream().filter(each -> !taken.contains(each)).toList());
    queue.close();
  }

  private CommitQueue open() {
    return new CommitQueue(
        log, FileOpener.PLAIN, (place, problem, isLoss) -> fail(place + ": " + problem));
  }

  private List<String> waiting() {
    List<String> places = new ArrayList<>();
    queue.forEach(commit -> places.add(commit.group.place()));
    assertThat(queue.first() == null).isEqualTo(places.isEmpty());
    return places;
  }

  /** Returns a time near the middle of the log, or its end. */
  private long seconds() {
    LoggedCommit first = queue.first();
    return first == null || random.nextInt(3) == 0
        ? random.nextInt(2) * Long.MAX_VALUE
        : first.seconds() + random.nextInt(3);
  }

  private void takeSome() {
    Iterator<LoggedCommit> each = queue.iterator();
    while (each.hasNext()) {
      LoggedCommit commit = each.next();
      if (random.nextInt(4) == 0) {
        each.remove();
        assertThat(taken.add(commit.group.place())).as("removed only once").isTrue();
      }
    }
  }

  private void beginAnew() {
    StateWriter out = new StateWriter();
    queue.write(out);
    queue.close();
    queue = open();
    queue.read(new StateReader(out.saved().bytes()));
  }

  /** Writes the state while the log is missing. */
  private void beginWithoutALog() throws IOException {
    Path away = log.resolveSibling("away");
    Files.move(log, away);
    beginAnew();
    queue.readUntil(seconds());
    beginAnew();
    Files.move(away, log);
  }
}
