// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.feed;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * Writes a feed as SPADE's Audit reporter would: a process, an artifact and an edge in turn. Every
 * third process is started by an earlier one, every third writes a file, and every third reads a
 * file that was written before. The same size gives the same feed.
 */
final class AuditFeed {
  /** The process id of the first process, from which all started ones descend. */
  static final int ROOT_PID = 1000;

  private static final long SEED = 20_261_130;
  private static final int KINDS = 3;
  private static final int NEAR = 100;
  private static final String[] PROGRAMS = {"cc1", "as", "ld", "sh", "make", "sed", "grep", "cp"};
  private static final String[] MODULES = {"core", "net", "fs", "mm", "lib", "drivers/usb", "init"};
  private static final String[] ENDS = {"c", "h", "o", "s", "d"};

  private final Random random = new Random(SEED);
  private final int triples;
  private long millis = 1_700_000_000_000L;
  private int pid = ROOT_PID;

  /**
   * @param triples number of processes, of artifacts and of edges
   */
  AuditFeed(int triples) {
    this.triples = triples;
  }

  /** Writes the feed into a file. */
  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < triples; i++) {
        millis += random.nextInt(8);
        out.write(process(i));
        pid += 1 + random.nextInt(3);
        out.write(artifact(i));
        out.write(edge(i));
      }
    }
  }

  private String process(int i) {
    String program = PROGRAMS[random.nextInt(PROGRAMS.length)];
    String module = MODULES[random.nextInt(MODULES.length)];
    int user = random.nextInt(10) == 0 ? 0 : 1000 + random.nextInt(4);
    return String.format(
        Locale.ROOT,
        "type:Process id:p%d pid:%d ppid:%d uid:%d gid:%d name:%s"
            + " command\\ line:%s\\ -O2\\ -I\\ include\\ -o\\ %s/unit%d.o\\ %s/unit%d.c"
            + " cwd:/home/user%d/build start\\ time:%s%n",
        i,
        pid,
        pid - 1 - random.nextInt(NEAR),
        user,
        user,
        program,
        program,
        module,
        i,
        module,
        i,
        user,
        time());
  }

  private String artifact(int i) {
    return String.format(
        Locale.ROOT,
        "type:Artifact id:a%d subtype:file path:/home/user%d/build/%s/unit%d.%s%n",
        i,
        1000 + random.nextInt(4),
        MODULES[random.nextInt(MODULES.length)],
        i,
        ENDS[random.nextInt(ENDS.length)]);
  }

  private String edge(int i) {
    return switch (i % KINDS) {
      case 0 -> line("WasTriggeredBy", "p" + i, "p" + parent(i), "fork");
      case 1 -> line("WasGeneratedBy", "a" + i, "p" + i, "write");
      default -> line("Used", "p" + i, "a" + (i - 1), "read");
    };
  }

  private int parent(int i) {
    return Math.max(0, i - KINDS * (1 + random.nextInt(NEAR)));
  }

  private String line(String type, String from, String to, String operation) {
    String size = operation.equals("fork") ? "" : " size:" + (512 + random.nextInt(1 << 14));
    return "type:%s from:%s to:%s operation:%s%s time:%s%n"
        .formatted(type, from, to, operation, size, time());
  }

  private String time() {
    return "%d.%03d".formatted(millis / 1000, millis % 1000);
  }
}
