// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Phase;
import org.colophon.testing.reporters.RecordingSink;

/**
 * A slow reference implementation of lineage, which propagates content through all reported
 * operations in order. Content flows from a process into the objects that it writes, and from an
 * object into its readers. An access takes effect at each event between its begin and its end.
 */
final class DataLineage {
  private final RecordingSink sink;
  private final Map<Long, Set<Long>> held = new HashMap<>();
  private final Map<Long, Set<Long>> content = new HashMap<>();
  private final Set<RecordingSink.Event> open = new HashSet<>();

  DataLineage(RecordingSink sink) {
    this.sink = sink;
    for (RecordingSink.Event event : sink.events) {
      apply(event);
      boolean isChanging = true;
      while (isChanging) {
        isChanging = false;
        for (RecordingSink.Event begun : open) {
          isChanging |= flow(begun);
        }
      }
    }
  }

  private void apply(RecordingSink.Event event) {
    if (event.what().equals("FORK") || event.what().equals("MEMORY")) {
      held(event.process()).addAll(held(event.number()));
    } else if (event.what().equals("cut")) {
      content(event.object()).clear();
      content(event.object()).add(event.object());
    } else if (event.kind() != null && isData(event)) {
      flow(event);
      if (event.phase() == Phase.BEGIN) {
        open.add(event);
      } else if (event.phase() == Phase.END) {
        open.removeIf(
            begun ->
                begun.process() == event.process()
                    && begun.object() == event.object()
                    && begun.kind() == event.kind());
      }
    } else if (event.what().equals("exit")) {
      open.removeIf(begun -> begun.process() == event.process());
    }
  }

  private static boolean isData(RecordingSink.Event event) {
    AccessMode mode = event.kind().mode();
    return mode == AccessMode.READ || mode == AccessMode.WRITE;
  }

  private boolean flow(RecordingSink.Event event) {
    boolean reads = event.kind().mode() == AccessMode.READ;
    Set<Long> process = held(event.process());
    Set<Long> object = content(event.object());
    return reads ? process.addAll(object) : object.addAll(process);
  }

  private Set<Long> held(long process) {
    return held.computeIfAbsent(process, id -> new HashSet<>());
  }

  private Set<Long> content(long object) {
    return content.computeIfAbsent(object, id -> new HashSet<>(Set.of(id)));
  }

  /** Returns the matching names of objects whose content reached the object at a path. */
  Set<String> among(String path, Predicate<String> isRequested) {
    Set<String> names = new HashSet<>();
    for (long id : content(sink.resolve(Bytes.of(path)))) {
      String name = sink.nameOf(id);
      if (isRequested.test(name)) {
        names.add(name);
      }
    }
    return names;
  }
}
