// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Recorded statements that each insert a number.
 *
 * @param statements number of processes for each inserted number
 * @param writers number of the processes that wrote the table, for each inserted number
 */
record RecordedNumbers(Map<Integer, Integer> statements, Map<Integer, Integer> writers) {
  /**
   * Reads the statements in a store.
   *
   * @param table name of the table in statements
   * @param id the table's id
   */
  static RecordedNumbers of(Path store, String table, long id) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(store))) {
      return of(kernel.reader("rocksdb"), table, id);
    }
  }

  /** Reads the statements through a reader of an open store. */
  static RecordedNumbers of(LineageReader reader, String table, long id) {
    Pattern insert =
        Pattern.compile(
            "insert into " + Pattern.quote(table) + " \\(id, v\\) values \\((\\d+), .*",
            Pattern.DOTALL);
    Map<Integer, Integer> statements = new TreeMap<>();
    for (long process = 1; process <= reader.lastProcess(); process++) {
      count(statements, insert, reader.process(process));
    }
    Map<Integer, Integer> writers = new TreeMap<>();
    reader.accessesOfObject(
        id,
        AccessMode.WRITE.bit(),
        (process, object, mode, first, last, count, bytes, t1, t2) ->
            count(writers, insert, reader.process(process)));
    return new RecordedNumbers(statements, writers);
  }

  private static void count(Map<Integer, Integer> counts, Pattern insert, ProcessInfo process) {
    if (process != null) {
      Matcher number = insert.matcher(process.declaration().executable().toString());
      if (number.matches()) {
        counts.merge(Integer.parseInt(number.group(1)), 1, Integer::sum);
      }
    }
  }
}
