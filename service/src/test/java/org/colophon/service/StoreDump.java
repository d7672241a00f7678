// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/** Formats the contents of a store as text, without LSNs and times. */
final class StoreDump {
  private static final int ALL_MODES = -1;

  private StoreDump() {}

  static KernelConfig config(Path store) {
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    return KernelConfig.builder(store).adapter(AdapterConfig.of(rocks)).build();
  }

  /** Opens a store, reports operations, and returns the store's contents. */
  static String of(Path store, Consumer<OperationSink> first) {
    try (Kernel kernel = Kernel.open(config(store))) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      first.accept(sink);
      sink.flush();
      return String.join("\n", lines(kernel.reader("rocksdb")));
    }
  }

  private static List<String> lines(LineageReader reader) {
    List<String> lines = new ArrayList<>();
    for (long id = 1; id <= reader.lastProcess(); id++) {
      process(reader, id, lines);
    }
    for (long id = 1; id <= reader.lastObject(); id++) {
      object(reader, id, lines);
    }
    reader.gaps().forEach(g -> lines.add("gap " + g.process() + " " + g.cause() + " " + g.count()));
    lines.sort(null); // visits have no defined order
    return lines;
  }

  private static void process(LineageReader reader, long id, List<String> lines) {
    lines.add(reader.process(id).declaration() + " ended " + reader.process(id).exitStatus());
    reader.causesOfProcess(
        id, (effect, cause, kind, lsn, nanos) -> lines.add(kind + " " + effect + " " + cause));
    reader.accessesOfProcess(
        id,
        ALL_MODES,
        (process, object, mode, from, to, count, bytes, fromNanos, toNanos) ->
            lines.add(process + " " + mode + " " + object + " " + count + " " + bytes));
  }

  private static void object(LineageReader reader, long id, List<String> lines) {
    lines.add(reader.object(id).declaration().toString());
    reader.namesOf(id).forEach(each -> lines.add("name " + each.path().display()));
    reader.derivationsOfObject(
        id, (effect, cause, process, lsn, nanos) -> lines.add("derived " + cause + " " + process));
    reader.cuts(id, (process, from, to, nanos) -> lines.add("cut " + process));
    for (long process = 1; process <= reader.lastProcess(); process++) {
      reader
          .extendedRecords(process, id)
          .forEach(each -> lines.add(each.type() + " " + each.data().display()));
    }
  }
}
