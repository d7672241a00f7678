package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.benchmarks.pipeline.ChildProcess;
import org.colophon.benchmarks.result.Folders;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;

/**
 * Takes in a finished log again and again, each time into a new store, in one JVM: the first time
 * with all cold, no template known, the last time warm.
 */
public final class LogImport {
  private LogImport() {}

  /** The JVM. Arguments: the log, how many statements it holds, a folder for stores, rounds. */
  public static void main(String[] arguments) {
    Path log = Path.of(arguments[0]);
    long statements = Long.parseLong(arguments[1]);
    Path folder = Path.of(arguments[2]);
    int rounds = Integer.parseInt(arguments[3]);
    Map<String, Object> figures = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      double rate = statements / seconds(log, folder.resolve("import-" + round));
      figures.putIfAbsent("first, statements/s", rate);
      figures.put("last, statements/s", rate);
      double heap = RecordingProcess.usedHeapMib();
      figures.putIfAbsent("heap after first, MiB", heap);
      figures.put("heap after last, MiB", heap);
    }
    System.out.println(ChildProcess.FIGURES + ResultFile.toLine(figures));
  }

  /** From the opening of an empty store until all is stored. */
  private static double seconds(Path log, Path store) {
    long begin = System.nanoTime();
    try (Kernel kernel = RecordingProcess.kernel(store)) {
      ReporterHandle handle = RecordingProcess.attach(kernel, Map.of("from", log.toString()));
      handle.await();
      kernel.drain();
      RecordingProcess.check(handle);
      return (System.nanoTime() - begin) / 1e9;
    } finally {
      Folders.delete(store);
    }
  }
}
