package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;

/** Whether a store has every statement of a {@link GrowingLog}, once. */
final class RecordedStatements {
  private static final Pattern INSERT =
      Pattern.compile("insert into d\\.numbers values \\((\\d+), .*", Pattern.DOTALL);

  private RecordedStatements() {}

  static void check(Path store, GrowingLog log, long table, String when) {
    Map<Integer, Integer> once =
        IntStream.rangeClosed(1, log.last()).boxed().collect(Collectors.toMap(n -> n, n -> 1));
    try (Kernel kernel = Kernel.open(CrashWriter.config(store))) {
      LineageReader reader = kernel.reader("rocksdb");
      Map<Integer, Integer> statements = new TreeMap<>();
      for (long process = 1; process <= reader.lastProcess(); process++) {
        count(statements, reader.process(process));
      }
      assertThat(statements).as("statements, " + when).isEqualTo(once);
      assertThat(writers(reader, table)).as("writers, " + when).isEqualTo(once);
    }
  }

  private static Map<Integer, Integer> writers(LineageReader reader, long table) {
    Map<Integer, Integer> writers = new TreeMap<>();
    reader.accessesOfObject(
        table,
        AccessMode.WRITE.bit(),
        (process, object, mode, first, last, count, bytes, t1, t2) ->
            count(writers, reader.process(process)));
    return writers;
  }

  private static void count(Map<Integer, Integer> counts, ProcessInfo process) {
    if (process != null) {
      Matcher insert = INSERT.matcher(process.declaration().executable().toString());
      if (insert.matches()) {
        counts.merge(Integer.parseInt(insert.group(1)), 1, Integer::sum);
      }
    }
  }
}
