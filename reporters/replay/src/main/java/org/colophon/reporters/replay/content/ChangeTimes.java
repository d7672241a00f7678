// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Sink that remembers the time of the last recorded change of each object: of its content, its
 * attributes or its names. Belongs to one thread.
 */
public final class ChangeTimes extends ForwardingSink {
  /** Time of an object without a recorded change. */
  static final long NEVER = Long.MIN_VALUE;

  private static final int MAX_OBJECTS = 1 << 20;

  private final Long2LongHashMap times = new Long2LongHashMap(NEVER);

  /**
   * Objects whose writes have begun and not ended, such as to mapped memory, by process. A set
   * stays until its process ends, so that a write allocates nothing.
   */
  private final Long2ObjectHashMap<LongHashSet> writing = new Long2ObjectHashMap<>();

  private boolean isFull;

  public ChangeTimes(OperationSink sink) {
    super(sink);
  }

  /** Returns the time of an object's last recorded change, or {@link #NEVER}. */
  long lastNanos(long object) {
    return times.get(object);
  }

  /** Returns whether a process may still be writing the object, or changes were not counted. */
  boolean isUnsettled(long object) {
    return isFull || writing.values().stream().anyMatch(objects -> objects.contains(object));
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    changed(object, timeNanos);
    sink.bind(process, path, object, timeNanos);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    changed(sink.resolve(path), timeNanos);
    sink.unbind(process, path, timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    sink.rename(process, from, to, timeNanos);
    changed(sink.resolve(to), timeNanos);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    sink.exchange(process, one, other, timeNanos);
    changed(sink.resolve(one), timeNanos);
    changed(sink.resolve(other), timeNanos);
  }

  @Override
  public void accept(Operation operation) {
    switch (operation.type()) {
      case ACCESS, END_REPEATED -> accessed(operation);
      case CUT -> changed(operation.object(), operation.timeNanos());
      case EXIT -> ended(operation.process(), operation.timeNanos());
      case LINK, DERIVE, EXTENDED, GAP, SNAPSHOT -> {}
    }
    sink.accept(operation);
  }

  private void accessed(Operation operation) {
    OperationKind kind = operation.accessKind();
    switch (kind) {
      case WRITE, CREATE, METADATA, RENAME -> {
        changed(operation.object(), operation.timeNanos());
        if (kind == OperationKind.WRITE && operation.type() == Operation.Type.ACCESS) {
          phase(operation.phase(), operation.object(), operation.process());
        }
      }
      case READ, LOAD, OPEN, CLOSE, ASSOCIATE -> {}
    }
  }

  private void phase(Phase phase, long object, long process) {
    if (phase == Phase.BEGIN) {
      writing.computeIfAbsent(process, id -> new LongHashSet(0)).add(object);
    } else if (phase == Phase.END) {
      LongHashSet objects = writing.get(process);
      if (objects != null) {
        objects.remove(object);
      }
    }
  }

  /** Ends the writes of a process. */
  private void ended(long process, long timeNanos) {
    LongHashSet objects = writing.remove(process);
    if (objects != null) {
      objects.forEachLong(object -> changed(object, timeNanos));
    }
  }

  private void changed(long object, long timeNanos) {
    isFull |= times.size() >= MAX_OBJECTS;
    if (object != 0 && !isFull) {
      times.put(object, timeNanos);
    }
  }
}
