package org.colophon.testing.reporters;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/** Collects reported operations as text and as events. Resolves names itself. */
public final class RecordingSink implements OperationSink {
  /** One reported operation; unused fields are 0 or null. */
  public record Event(
      String what, long process, long object, OperationKind kind, Phase phase, long number) {}

  public final List<Event> events = Collections.synchronizedList(new ArrayList<>());
  public final List<String> refused = new ArrayList<>();
  public final List<GapCause> gaps = new ArrayList<>();
  public final Map<Long, ProcessDeclaration> processes = new HashMap<>();
  public final Map<Long, ObjectDeclaration> objects = new HashMap<>();
  public final Map<Long, Bytes> firstNames = new HashMap<>();

  private final Map<Bytes, Long> processIds = new HashMap<>();
  private final Map<Bytes, Long> objectIds = new HashMap<>();
  private final TreeMap<Bytes, Long> names = new TreeMap<>();

  /** Returns the number of reported operations. Any thread. */
  public int size() {
    return events.size();
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    Long known = processIds.get(declaration.identity());
    if (known != null) {
      return known;
    }
    long id = processes.size() + 1L;
    processes.put(id, declaration);
    processIds.put(declaration.identity(), id);
    events.add(new Event("process", id, 0, null, null, declaration.pid()));
    return id;
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    mustExist(effect, processes);
    mustExist(cause, processes);
    events.add(new Event(kind.name(), effect, 0, null, null, cause));
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    mustExist(process, processes);
    events.add(new Event("exit", process, 0, null, null, status));
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    Long known = objectIds.get(declaration.identity());
    if (known != null) {
      return known;
    }
    long id = objects.size() + 1L;
    objects.put(id, declaration);
    if (!declaration.identity().isEmpty()) {
      objectIds.put(declaration.identity(), id);
    }
    return id;
  }

  @Override
  public long resolve(Bytes path) {
    mustBeNormal(path);
    return names.getOrDefault(path, 0L);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    mustBeNormal(path);
    long known = resolve(path);
    if (known == 0) {
      known = object(declaration, timeNanos);
      names.put(path, known);
      firstNames.put(known, path);
    }
    return known;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    mustBeNormal(path);
    mustExist(object, objects);
    names.put(path, object);
    firstNames.putIfAbsent(object, path);
    events.add(new Event("bind " + path.display(), process, object, null, null, 0));
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    mustBeNormal(path);
    names.keySet().removeIf(name -> name.isAtOrBelow(path));
    events.add(new Event("unbind " + path.display(), process, 0, null, null, 0));
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    mustBeNormal(from);
    mustBeNormal(to);
    Map<Bytes, Long> moving = below(from);
    names.keySet().removeIf(name -> name.isAtOrBelow(to) || name.isAtOrBelow(from));
    moving.forEach((name, id) -> names.put(moved(name, from, to), id));
    String text = "rename " + from.display() + " " + to.display();
    events.add(new Event(text, process, 0, null, null, 0));
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    Map<Bytes, Long> first = below(one);
    Map<Bytes, Long> second = below(other);
    names.keySet().removeAll(first.keySet());
    names.keySet().removeAll(second.keySet());
    first.forEach((name, id) -> names.put(moved(name, one, other), id));
    second.forEach((name, id) -> names.put(moved(name, other, one), id));
    String text = "exchange " + one.display() + " " + other.display();
    events.add(new Event(text, process, 0, null, null, 0));
  }

  private Map<Bytes, Long> below(Bytes path) {
    Map<Bytes, Long> found = new HashMap<>(names);
    found.keySet().removeIf(name -> !name.isAtOrBelow(path));
    return found;
  }

  private static Bytes moved(Bytes name, Bytes from, Bytes to) {
    return to.concat(name.slice(from.length(), name.length()));
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    mustExist(process, processes);
    mustExist(object, objects);
    events.add(new Event("access", process, object, kind, phase, bytes));
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    mustExist(process, processes);
    mustExist(object, objects);
    events.add(new Event("cut", process, object, null, phase, 0));
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    throw new AssertionError("the strace reporter derives nothing");
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    if (object == 0) {
      mustExist(process, processes);
      events.add(new Event(type, process, object, null, null, 0));
      return;
    }
    mustExist(object, objects);
    events.add(new Event(type + " " + nameOf(object), process, object, null, null, 0));
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    gaps.add(cause);
    events.add(new Event("gap " + cause, process, 0, null, null, count));
  }

  @Override
  public void refuse(String place, String problem) {
    refused.add(place + " " + problem);
  }

  @Override
  public void begin() {
    throw new UnsupportedOperationException("a trace cannot resume");
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    throw new UnsupportedOperationException("a trace cannot resume");
  }

  @Override
  public void position(String source, Bytes position) {
    throw new UnsupportedOperationException("a trace cannot resume");
  }

  @Override
  public long flush() {
    return events.size();
  }

  @Override
  public void awaitDurable(long lsn) {
    // Nothing is durable here.
  }

  private static void mustExist(long id, Map<Long, ?> known) {
    if (!known.containsKey(id)) {
      throw new AssertionError("id " + id + " was never given out");
    }
  }

  private static void mustBeNormal(Bytes path) {
    boolean isPath = path.length() > 0 && path.at(0) == '/';
    String text = path + "/";
    boolean hasDots = text.contains("/./") || text.contains("/../") || text.contains("//");
    if (path.isEmpty() || (isPath && path.length() > 1 && hasDots)) {
      throw new AssertionError("not an absolute normalised path: " + path.display());
    }
  }

  /** Returns the label or first name of an object. */
  public String nameOf(long object) {
    Bytes name = firstNames.get(object);
    return name == null ? objects.get(object).label().display() : name.display();
  }

  /** Returns all operations, one on each line: {@code pid kind name bytes}. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (Event event : events) {
      texts.add(text(event));
    }
    return texts;
  }

  private String text(Event event) {
    long pid = event.process == 0 ? 0 : processes.get(event.process).pid();
    if (event.what.equals("process")) {
      return pid + " process " + processes.get(event.process).executable().display();
    }
    if (event.kind != null) {
      String phase = event.phase == Phase.WHOLE ? "" : " " + event.phase;
      return pid + " " + event.kind + phase + " " + nameOf(event.object) + " " + event.number;
    }
    if (event.what.equals("cut")) {
      return pid
          + " cut "
          + (event.phase == Phase.WHOLE ? "" : event.phase + " ")
          + nameOf(event.object);
    }
    if (LINKS.contains(event.what)) {
      return pid + " " + event.what + " " + processes.get(event.number).pid();
    }
    return pid + " " + event.what + (event.what.equals("exit") ? " " + event.number : "");
  }

  private static final List<String> LINKS =
      List.of("FORK", "EXEC", "SIGNAL", "MEMORY", "INFORM", "SENT", "RECEIVED");
}
