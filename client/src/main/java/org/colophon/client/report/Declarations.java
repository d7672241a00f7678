// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.Map;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * Ids of declared processes and objects. All sinks of a connection share them. Guarded by the
 * queue's monitor.
 */
final class Declarations {
  /**
   * Limit of known identities. If an evicted identity is declared again, it gets another id, which
   * the service maps to the same object.
   */
  private static final int MAX_IDS = 1 << 14;

  private final OperationQueue queue;
  private final Map<Bytes, Long> processes = BoundedMap.byUse(MAX_IDS);
  private final Map<Bytes, Long> objects = BoundedMap.byUse(MAX_IDS);

  /** The last object at a path that was declared with each identity. */
  private final Map<Bytes, Long> objectsAtPaths = BoundedMap.byUse(MAX_IDS);

  Declarations(OperationQueue queue) {
    this.queue = queue;
  }

  long process(OpenUnit unit, ProcessDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    int arguments = declaration.arguments().stream().mapToInt(Bytes::length).sum();
    int weight = identity.length() + declaration.executable().length() + arguments;
    return declare(processes, unit, Call.PROCESS, identity, declaration, weight, timeNanos);
  }

  long object(OpenUnit unit, ObjectDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    int weight = weight(declaration);
    return declare(objects, unit, Call.OBJECT, identity, declaration, weight, timeNanos);
  }

  long objectAt(OpenUnit unit, Bytes path, ObjectDeclaration declaration, long timeNanos) {
    int weight = path.length() + weight(declaration);
    long id = declare(queue.next(unit, Call.OBJECT, weight, timeNanos), path, declaration);
    if (!declaration.identity().isEmpty()) {
      objectsAtPaths.put(declaration.identity(), id);
    }
    return id;
  }

  /** Returns whether an object was declared here with an identity. */
  boolean hasIdentity(long object, Bytes identity) {
    return isId(objects.get(identity), object) || isId(objectsAtPaths.get(identity), object);
  }

  private static boolean isId(@Nullable Long id, long object) {
    return id != null && id == object;
  }

  /** Queues a request for the object at a path. Returns a local id for the object. */
  long resolve(Bytes path) {
    return declare(queue.next(Call.RESOLVE, path.length(), 0), path, Bytes.EMPTY);
  }

  private static int weight(ObjectDeclaration declaration) {
    return declaration.identity().length() + declaration.label().length();
  }

  /**
   * Queues a declaration unless its identity is known. Queues a declaration with an identity before
   * an open unit, because other sinks may use its id before the unit ends.
   */
  private long declare(
      Map<Bytes, Long> knownIds,
      OpenUnit unit,
      Call call,
      Bytes identity,
      Object declaration,
      int weight,
      long timeNanos) {
    if (identity.isEmpty()) {
      return declare(queue.next(unit, call, weight, timeNanos), null, declaration);
    }
    Long before = knownIds.get(identity);
    if (before != null) {
      return before;
    }
    long id = declare(queue.next(call, weight, timeNanos), null, declaration);
    knownIds.put(identity, id);
    return id;
  }

  private long declare(RemoteOperation slot, @Nullable Bytes path, Object declaration) {
    slot.path = path;
    slot.payload = declaration;
    slot.declared = queue.ids().next();
    return slot.declared;
  }
}
