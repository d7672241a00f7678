// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.reporters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Base of sinks for tests. Assigns ids in order of declarations, and resolves names itself. Stores
 * no position. A subclass receives the operations.
 */
public abstract class DeclaringSink implements OperationSink {
  private static final int MAX_PATH_BYTES = 64 << 10;

  public final List<String> refused = new ArrayList<>();
  public final List<GapCause> gaps = new ArrayList<>();
  public final Map<Long, ProcessDeclaration> processes = new TreeMap<>();
  public final Map<Long, ObjectDeclaration> objects = new TreeMap<>();
  public final Map<Long, Bytes> firstNames = new HashMap<>();

  private final Map<Bytes, Long> processIds = new HashMap<>();
  private final Map<Bytes, Long> objectIds = new HashMap<>();
  private final Map<Bytes, Long> names = new HashMap<>();

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    return declare(declaration, declaration.identity(), processes, processIds);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    return declare(declaration, declaration.identity(), objects, objectIds);
  }

  private static <T> long declare(
      T declaration, Bytes identity, Map<Long, T> declared, Map<Bytes, Long> ids) {
    long id = ids.getOrDefault(identity, declared.size() + 1L);
    declared.putIfAbsent(id, declaration);
    if (!identity.isEmpty()) {
      ids.put(identity, id);
    }
    return id;
  }

  @Override
  public long resolve(Bytes path) {
    requireNormal(path);
    return names.getOrDefault(path, 0L);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    long bound = resolve(path);
    Bytes identity = declaration.identity();
    if (bound != 0 && (identity.isEmpty() || claims(bound, identity))) {
      return bound;
    }
    long id = object(declaration, timeNanos);
    name(path, id);
    return id;
  }

  /** Gives an identity to an object that has none, unless the identity is known. */
  private boolean claims(long object, Bytes identity) {
    boolean isFree = !objectIds.containsKey(identity) && !objectIds.containsValue(object);
    if (isFree) {
      objectIds.put(identity, object);
    }
    return isFree;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    requireDeclared(object, objects);
    name(path, object);
  }

  private void name(Bytes path, long object) {
    requireNormal(path);
    names.put(path, object);
    firstNames.putIfAbsent(object, path);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    remove(path);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    Map<Bytes, Long> moving = remove(from);
    remove(to);
    restore(moving, from, to);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    Map<Bytes, Long> first = remove(one);
    Map<Bytes, Long> second = remove(other);
    restore(first, one, other);
    restore(second, other, one);
  }

  /** Removes and returns a name and all names below it. */
  private Map<Bytes, Long> remove(Bytes path) {
    requireNormal(path);
    Map<Bytes, Long> found = new HashMap<>(names);
    found.keySet().removeIf(name -> !name.isAtOrBelow(path));
    names.keySet().removeAll(found.keySet());
    return found;
  }

  private void restore(Map<Bytes, Long> moving, Bytes from, Bytes to) {
    moving.forEach(
        (name, id) -> names.put(to.concat(name.slice(from.length(), name.length())), id));
  }

  @Override
  public void refuse(String place, String problem) {
    refused.add(place + " " + problem);
  }

  @Override
  public void begin() {
    // Subclasses may record units.
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    // Subclasses may record units.
  }

  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    // Subclasses may record units.
  }

  @Override
  public long flush() {
    return 0;
  }

  @Override
  public void awaitDurable(long lsn) {
    // Nothing is durable here.
  }

  /** Fails unless this sink has returned the id. */
  protected static void requireDeclared(long id, Map<Long, ?> declared) {
    if (!declared.containsKey(id)) {
      throw new AssertionError("id " + id + " was never given out");
    }
  }

  private static void requireNormal(Bytes path) {
    if (path.length() > MAX_PATH_BYTES) {
      throw ErrorCode.BAD_INPUT.exception("a path of " + path.length() + " bytes");
    }
    boolean isPath = path.length() > 0 && path.at(0) == '/';
    String text = path + "/";
    boolean hasDots = text.contains("/./") || text.contains("/../") || text.contains("//");
    if (path.isEmpty() || (isPath && path.length() > 1 && hasDots)) {
      throw new AssertionError("not an absolute normalised path: " + path.display());
    }
  }

  /** Returns the first name of an object, or else its label. */
  public String nameOf(long object) {
    Bytes name = firstNames.get(object);
    return name == null
        ? Objects.requireNonNull(objects.get(object)).label().display()
        : name.display();
  }

  /** Returns the declaration of a process that was declared. */
  protected final ProcessDeclaration declaredProcess(long process) {
    return Objects.requireNonNull(processes.get(process), "a process that was declared");
  }
}
