package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.reporters.strace.StraceReporter;

/** Real commands, traced by the real strace into a RocksDB store. */
final class TracedRun implements AutoCloseable {
  private final TruthStore store;

  TracedRun(Path directory) {
    this.store = new TruthStore(directory, "rocksdb", 1 << 16);
  }

  /** Runs a shell script in a folder; it must succeed. */
  void shell(Path folder, String script, boolean keepAll) {
    List<String> command = List.of("/bin/sh", "-c", "cd '" + folder + "' && " + script);
    StraceReporter reporter = StraceReporter.builder().command(command).build();
    ReporterHandle handle =
        store.kernel().attach("strace", reporter, new SinkOptions(keepAll, OverloadPolicy.BLOCK));
    handle.await();
    assertThat(handle.failure()).isEmpty();
    assertThat(reporter.exitStatus()).isZero();
    assertThat(store.kernel().status().refused()).isZero();
  }

  LineageReader reader() {
    return store.reader();
  }

  /** The paths among the data ancestors of a path, each by any name that its object ever had. */
  Set<String> dataAncestors(Path path, Predicate<String> wanted) {
    LineageReader reader = reader();
    long object = reader.resolve(Bytes.of(path.toString()), Lsn.LATEST);
    assertThat(object).as("object of %s", path).isPositive();
    Set<String> names = new TreeSet<>();
    for (long ancestor :
        TruthStore.related(reader, object, Lsn.LATEST, Direction.ANCESTORS, true)) {
      for (NameBinding binding : reader.namesOf(ancestor)) {
        String name = binding.path().toString();
        if (wanted.test(name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  @Override
  public void close() {
    store.close();
  }
}
