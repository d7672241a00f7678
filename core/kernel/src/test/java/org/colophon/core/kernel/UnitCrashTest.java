// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that after any crash a journal has exactly the units up to its positions, each complete.
 */
@Timeout(120)
class UnitCrashTest extends KernelFixture {
  private static final int SOURCES = 3;
  private static final List<Bytes> PATHS =
      Stream.of("/a", "/b", "/d", "/d/a", "/d/b", "/e/a", "/e", "/e/f/a").map(Bytes::of).toList();

  private static String source(int source) {
    return "source " + source;
  }

  /** Returns the number of records in a unit. */
  private static int size(int source, int unit) {
    return 1 + (unit * 7 + source) % 5;
  }

  private static void unit(OperationSink sink, int source, int unit) {
    sink.begin();
    mark(sink, source, unit);
    sink.position(source(source), Bytes.of(Integer.toString(unit)));
  }

  private static void mark(OperationSink sink, int source, int unit) {
    for (int i = size(source, unit); i > 0; i--) {
      sink.extend(0, 0, source(source) + " unit " + unit, Bytes.EMPTY, 0);
    }
  }

  private static void check(JournalImage image, int units) {
    for (int source = 0; source < SOURCES; source++) {
      int position = image.position(source(source));
      for (int unit = 1; unit <= units; unit++) {
        assertThat(image.marks.getOrDefault(source(source) + " unit " + unit, 0))
            .as("%s is at %d, records of unit %d", source(source), position, unit)
            .isEqualTo(unit <= position ? size(source, unit) : 0);
      }
    }
  }

  private Path journal() {
    return temp.resolve("store/journal");
  }

  @Test
  void holdsWholeUnitsWhereverTheJournalIsCut() throws Exception {
    int units = 4;
    try (Kernel kernel = Kernel.open(config().build())) {
      List<OperationSink> sinks = new ArrayList<>();
      for (int i = 0; i < SOURCES; i++) {
        sinks.add(kernel.newSink("test", KEEP_ALL));
      }
      for (int unit = 1; unit <= units; unit++) {
        for (int source = 0; source < SOURCES; source++) {
          unit(sinks.get(source), source, unit);
        }
        if (unit % 2 == 0) {
          for (OperationSink sink : sinks) {
            sink.awaitDurable(sink.flush());
          }
        }
      }
      JournalImage.copy(journal(), temp.resolve("whole"));
    }
    try (Stream<Path> files = Files.list(temp.resolve("whole"))) {
      cutEverywhere(files.findFirst().orElseThrow(), units);
    }
  }

  private void cutEverywhere(Path segment, int units) throws IOException {
    byte[] whole = Files.readAllBytes(segment);
    int last = 0;
    for (int length = 0; length <= whole.length; length++) {
      Path cut = Files.createDirectories(temp.resolve("cut" + length));
      Files.write(cut.resolve(segment.getFileName()), Arrays.copyOf(whole, length));
      JournalImage image = JournalImage.of(cut);
      check(image, units);
      assertThat(image.position(source(0))).isGreaterThanOrEqualTo(last);
      last = image.position(source(0));
    }
    assertThat(last).isEqualTo(units);
  }

  /** Returns a reporter's thread. Its units change shared names, and some units are too large. */
  private static Thread reporter(Kernel kernel, int source, int units, Random random) {
    return new Thread(
        () -> {
          OperationSink sink = kernel.newSink("test", KEEP_ALL);
          for (int unit = 1; unit <= units; unit++) {
            if (random.nextInt(4) == 0) {
              tooLarge(sink, source, unit, random);
            }
            sink.begin();
            mark(sink, source, unit);
            changeNames(sink, random);
            sink.position(source(source), Bytes.of(Integer.toString(unit)));
          }
          sink.flush();
        });
  }

  private static void tooLarge(OperationSink sink, int source, int unit, Random random) {
    try {
      sink.begin();
      while (true) {
        changeNames(sink, random);
        mark(sink, source, unit);
      }
    } catch (ColophonException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED);
    }
  }

  private static void changeNames(OperationSink sink, Random random) {
    for (int i = random.nextInt(4); i > 0; i--) {
      Bytes one = PATHS.get(random.nextInt(PATHS.size()));
      Bytes other = PATHS.get(random.nextInt(PATHS.size()));
      boolean nested = one.display().startsWith(other.display() + "/");
      nested |= other.display().startsWith(one.display() + "/");
      switch (random.nextInt(nested ? 4 : 6)) {
        case 0 -> sink.unbind(0, one, 0);
        case 1 -> sink.bind(0, one, sink.object(ObjectDeclaration.of(ObjectKind.FILE), 0), 0);
        case 2 -> sink.objectAt(one, ObjectKind.FILE, 0);
        case 3 -> sink.objectAt(one, inode(random.nextInt(5)), 0);
        case 4 -> sink.rename(0, one, other, 0);
        default -> sink.exchange(0, one, other, 0);
      }
    }
  }

  private static ObjectDeclaration inode(int number) {
    return new ObjectDeclaration(ObjectKind.FILE, Bytes.of("inode " + number), Bytes.EMPTY);
  }

  @Test
  void holdsWholeUnitsAndNamesWhenManyReportersAreCutOff() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int units = 100;
    try (Kernel kernel =
        Kernel.open(config().ringSlots(512).segmentBytes(8192).syncIntervalMillis(1).build())) {
      List<Thread> threads = new ArrayList<>();
      for (int source = 0; source < SOURCES; source++) {
        threads.add(reporter(kernel, source, units, new Random(random.nextLong())));
      }
      threads.forEach(Thread::start);
      for (int image = 0; image < 6; image++) {
        check(JournalImage.of(JournalImage.copy(journal(), temp.resolve("i" + image))), units);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      kernel.awaitDurable(kernel.lastLsn());
      JournalImage last = JournalImage.of(JournalImage.copy(journal(), temp.resolve("last")));
      check(last, units);
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      for (int source = 0; source < SOURCES; source++) {
        assertThat(last.position(source(source))).as("seed %d", seed).isEqualTo(units);
      }
      for (Bytes path : PATHS) {
        assertThat(sink.resolve(path))
            .as("seed %d, %s", seed, path.display())
            .isEqualTo(last.names.resolve(path));
      }
    }
  }
}
