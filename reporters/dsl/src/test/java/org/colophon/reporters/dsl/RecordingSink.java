package org.colophon.reporters.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/** Keeps each reported operation as a line of text: {@code READ /bin/cat /etc/hosts 12 @5}. */
public final class RecordingSink implements OperationSink {
  public final List<String> events = new ArrayList<>();
  public final List<String> refused = new ArrayList<>();
  public final List<String> records = new ArrayList<>();
  public final List<ProcessDeclaration> processes = new ArrayList<>();
  public final List<ObjectDeclaration> objects = new ArrayList<>();
  public long gaps;

  private final Map<Bytes, Long> names = new HashMap<>();
  private final Map<Long, Bytes> nameOf = new HashMap<>();
  private final Map<Bytes, Long> identities = new HashMap<>();

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    processes.add(declaration);
    return processes.size();
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    events.add(kind + " " + program(effect) + " " + program(cause) + at(timeNanos));
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    events.add("EXIT " + program(process) + at(timeNanos));
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    Long known = identities.get(declaration.identity());
    if (known != null && !declaration.identity().isEmpty()) {
      return known;
    }
    objects.add(declaration);
    identities.put(declaration.identity(), (long) objects.size());
    return objects.size();
  }

  @Override
  public long resolve(Bytes path) {
    return names.getOrDefault(path, 0L);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    long id = resolve(path);
    if (id == 0 || !declaration.identity().isEmpty()) {
      id = object(declaration, timeNanos);
      bind(0, path, id, timeNanos);
    }
    return id;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    if (path.length() > 1 << 16) {
      throw new ColophonException(ErrorCode.BAD_INPUT, "a path of " + path.length() + " bytes");
    }
    names.put(path, object);
    nameOf.put(object, path);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    throw new AssertionError("feeds remove no names");
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    throw new AssertionError("feeds move no names");
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    throw new AssertionError("feeds move no names");
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    String part = phase == Phase.WHOLE ? "" : "-" + phase;
    String size = bytes == 0 ? "" : " " + bytes;
    events.add(kind + part + " " + program(process) + " " + name(object) + size + at(timeNanos));
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    events.add("CUT " + name(object));
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    events.add("DERIVE " + name(effect) + " " + name(cause) + at(timeNanos));
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    records.add(data.toString());
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    gaps += count;
  }

  @Override
  public void refuse(String place, String problem) {
    refused.add(place + " " + problem);
  }

  @Override
  public void begin() {
    events.add("begin");
  }

  @Override
  public void position(String source, Bytes position) {
    events.add("position " + source + " " + position.display());
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    events.add("note " + source + " " + position.display());
  }

  @Override
  public long flush() {
    return events.size();
  }

  @Override
  public void awaitDurable(long lsn) {
    // Nothing is durable here.
  }

  private static String at(long timeNanos) {
    return timeNanos == 0 ? "" : " @" + timeNanos;
  }

  private String program(long id) {
    return processes.get((int) id - 1).executable().display();
  }

  private String name(long id) {
    Bytes name = nameOf.get(id);
    return name == null ? objects.get((int) id - 1).label().display() : name.display();
  }
}
