// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.testing.reporters.DeclaringSink;

/**
 * Propagates content through the reported operations in order. Content flows from a process into
 * objects that it writes, and from an object into its readers. An access that has begun takes
 * effect again at each later event, until it ends.
 */
final class FlowSink extends DeclaringSink {
  /** A data access that has begun. */
  private record Open(long process, long object, boolean isRead) {}

  final List<String> environments = new ArrayList<>();

  /** First arguments of processes whose arguments are cut. */
  final List<String> cutCommands = new ArrayList<>();

  final List<String> tools = new ArrayList<>();
  int exits;

  /** Number of operations that Linux counted instead of recording each. */
  long repeated;

  long repeatedBytes;

  /** Written bytes of each object, by its first name. */
  final Map<String, Long> written = new HashMap<>();

  long lost;

  /** Events of each object, by its first name and in order. */
  final Map<String, List<String>> events = new HashMap<>();

  private final Map<Long, Set<Long>> content = new HashMap<>();
  private final Set<Open> open = new HashSet<>();
  private final String prefix;

  /** Creates a sink that propagates the content of all objects. */
  FlowSink() {
    this("");
  }

  /** Creates a sink that propagates only the content of objects whose first name has a prefix. */
  FlowSink(String prefix) {
    this.prefix = prefix;
  }

  ReporterContext context() {
    return new ReporterContext() {
      @Override
      public OperationSink newSink() {
        return FlowSink.this;
      }

      @Override
      public String hostId() {
        return "host";
      }

      @Override
      public String bootId() {
        return "boot";
      }

      @Override
      public Bytes position(String source) {
        return Bytes.EMPTY;
      }
    };
  }

  /**
   * Returns the objects whose content reached a path. Includes only objects whose first name has
   * the prefix, and returns the rest of that name.
   */
  Set<String> sources(String path, String prefix) {
    Set<String> found = new TreeSet<>();
    for (long id : content(resolve(Bytes.of(path)))) {
      String name = firstNames.getOrDefault(id, Bytes.EMPTY).display();
      if (name.startsWith(prefix) && !name.equals(path)) {
        found.add(name.substring(prefix.length()));
      }
    }
    return found;
  }

  private void happened(String what, Bytes name) {
    events.computeIfAbsent(name.display(), key -> new ArrayList<>()).add(what);
  }

  private Set<Long> content(long id) {
    return content.computeIfAbsent(id, this::ownContent);
  }

  private Set<Long> ownContent(long id) {
    boolean isPropagated = firstName(id).toString().startsWith(prefix);
    return isPropagated ? new HashSet<>(Set.of(id)) : new HashSet<>();
  }

  private boolean flow(Open access) {
    Set<Long> process = content(-access.process);
    Set<Long> object = content(access.object);
    return access.isRead ? process.addAll(object) : object.addAll(process);
  }

  private void settle() {
    boolean isChanging = true;
    while (isChanging) {
      isChanging = false;
      for (Open access : open) {
        isChanging |= flow(access);
      }
    }
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    if (declaration.isCut()) {
      cutCommands.add(declaration.arguments().get(0).toString());
    }
    return super.process(declaration, timeNanos);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    long id = super.object(declaration, timeNanos);
    if (!declaration.label().isEmpty()) {
      firstNames.putIfAbsent(id, declaration.label());
    }
    return id;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    super.bind(process, path, object, timeNanos);
    if (process != 0) {
      happened("bind", path);
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    if (resolve(path) != 0) { // a kernel ignores unknown names
      happened("unbind", path);
    }
    super.unbind(process, path, timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    happened("rename", from);
    super.rename(process, from, to, timeNanos);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    happened("rename", one);
    happened("rename", other);
    super.exchange(process, one, other, timeNanos);
  }

  @Override
  public void accept(Operation operation) {
    switch (operation.type()) {
      case ACCESS -> access(operation);
      case END_REPEATED -> {
        access(operation);
        repeated += operation.count();
        repeatedBytes += operation.amount();
      }
      case CUT -> {
        happened("cut", firstName(operation.object()));
        content.remove(operation.object());
        settle();
      }
      case LINK -> {
        if (operation.kind() == LinkKind.FORK || operation.kind() == LinkKind.MEMORY) {
          content(-operation.process()).addAll(content(-operation.cause()));
        }
      }
      case EXIT -> {
        exits++;
        open.removeIf(access -> access.process == operation.process());
      }
      case EXTENDED -> extended(operation.dataType(), operation.data().toString());
      case GAP -> {
        gaps.add(operation.gapCause());
        lost += operation.gapCause() == GapCause.EVENTS_LOST ? operation.amount() : 0;
      }
      case DERIVE, SNAPSHOT -> throw new AssertionError("neither derives nor takes snapshots");
    }
  }

  private Bytes firstName(long object) {
    return firstNames.getOrDefault(object, Bytes.EMPTY);
  }

  private void access(Operation operation) {
    AccessMode mode = operation.accessKind().mode();
    Phase phase = operation.phase();
    Bytes name = firstName(operation.object());
    happened(operation.accessKind().name(), name);
    if (mode == AccessMode.WRITE && phase != Phase.BEGIN) {
      written.merge(name.toString(), operation.amount(), Long::sum);
    }
    if (mode == AccessMode.READ || mode == AccessMode.WRITE) {
      Open access = new Open(operation.process(), operation.object(), mode == AccessMode.READ);
      boolean isChanging = flow(access);
      if (phase == Phase.BEGIN) {
        open.add(access);
      }
      if (isChanging) {
        settle();
      }
      if (phase == Phase.END) {
        open.remove(access);
      }
    }
  }

  /** Collects some data. States of files do not belong to the lineage. */
  private void extended(String type, String data) {
    if (type.equals(Replay.CAPTURED_BY)) {
      tools.add(data);
    } else if (type.equals(WantedVariables.TYPE)) {
      environments.add(data);
    }
  }
}
