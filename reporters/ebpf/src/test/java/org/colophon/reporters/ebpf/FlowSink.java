package org.colophon.reporters.ebpf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.content.WantedVariables;

/**
 * Propagates content through the reported operations in order. Content flows from a process into
 * objects that it writes, and from an object into its readers. An access that has begun takes
 * effect again at each later event, until it ends.
 */
final class FlowSink implements OperationSink {
  /** A data access that has begun. */
  private record Open(long process, long object, boolean isRead) {}

  final List<String> refused = new ArrayList<>();
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

  final List<GapCause> gaps = new ArrayList<>();
  long lost;

  /** Events of each object, by its first name and in order. */
  final Map<String, List<String>> events = new HashMap<>();

  private final Map<Bytes, Long> ids = new HashMap<>();
  private final TreeMap<Bytes, Long> names = new TreeMap<>();
  private final Map<Long, Bytes> firstNames = new HashMap<>();
  private final Map<Long, Set<Long>> content = new HashMap<>();
  private final Set<Open> open = new HashSet<>();
  private long last;

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
    return content.computeIfAbsent(id, key -> new HashSet<>(Set.of(key)));
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
    return ids.computeIfAbsent(declaration.identity(), key -> ++last);
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    if (kind == LinkKind.FORK || kind == LinkKind.MEMORY) {
      content(-effect).addAll(content(-cause));
    }
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    exits++;
    open.removeIf(access -> access.process == process);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    long id =
        declaration.identity().isEmpty()
            ? ++last
            : ids.computeIfAbsent(declaration.identity(), key -> ++last);
    if (!declaration.label().isEmpty()) {
      firstNames.putIfAbsent(id, declaration.label());
    }
    return id;
  }

  @Override
  public long resolve(Bytes path) {
    return names.getOrDefault(path, 0L);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    if (resolve(path) == 0) {
      bind(0, path, object(declaration, timeNanos), timeNanos);
    }
    return resolve(path);
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    names.put(path, object);
    firstNames.putIfAbsent(object, path);
    if (process != 0) {
      happened("bind", path);
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    if (resolve(path) != 0) { // a kernel ignores unknown names
      happened("unbind", path);
    }
    names.keySet().removeIf(name -> name.isAtOrBelow(path));
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    happened("rename", from);
    Map<Bytes, Long> moving = new HashMap<>(names);
    moving.keySet().removeIf(name -> !name.isAtOrBelow(from));
    names.keySet().removeIf(name -> name.isAtOrBelow(to) || name.isAtOrBelow(from));
    moving.forEach(
        (name, id) -> names.put(to.concat(name.slice(from.length(), name.length())), id));
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    Bytes aside = one.concat(Bytes.of(" aside"));
    rename(process, one, aside, timeNanos);
    rename(process, other, one, timeNanos);
    rename(process, aside, other, timeNanos);
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    happened(kind.name(), firstNames.getOrDefault(object, Bytes.EMPTY));
    boolean isRead = kind.mode() == AccessMode.READ;
    if (kind.mode() == AccessMode.WRITE && phase != Phase.BEGIN) {
      written.merge(firstNames.getOrDefault(object, Bytes.EMPTY).toString(), bytes, Long::sum);
    }
    if (isRead || kind.mode() == AccessMode.WRITE) {
      Open access = new Open(process, object, isRead);
      flow(access);
      if (phase == Phase.BEGIN) {
        open.add(access);
      }
      settle();
      if (phase == Phase.END) {
        open.remove(access);
      }
    }
  }

  @Override
  public void endRepeated(
      OperationKind kind, long process, long object, long count, long bytes, long timeNanos) {
    access(kind, Phase.END, process, object, bytes, timeNanos);
    repeated += count;
    repeatedBytes += bytes;
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    happened("cut", firstNames.getOrDefault(object, Bytes.EMPTY));
    content.remove(object);
    settle();
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    throw new AssertionError("derives nothing");
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    if (type.equals(Replay.CAPTURED_BY)) {
      tools.add(data.toString());
    } else if (type.equals(WantedVariables.TYPE)) {
      environments.add(data.toString());
    }
    // States of files do not belong to the lineage.
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    gaps.add(cause);
    lost += cause == GapCause.EVENTS_LOST ? count : 0;
  }

  @Override
  public void refuse(String place, String problem) {
    refused.add(place + " " + problem);
  }

  @Override
  public void begin() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void position(String source, Bytes position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long flush() {
    return 0;
  }

  @Override
  public void awaitDurable(long lsn) {
    // nothing is stored
  }
}
