// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.AncestorWalk;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Causes of the facts to keep. Holds the LSN up to which each process matters, and the ranges of
 * LSNs in which writes to each object matter. One thread while it is filled, any number afterwards.
 */
public final class KeptAncestry implements AncestorWalk.Visitor {
  private static final long[] NOWHERE = {};

  private static final int CHECK_MASK = 0xfff;

  private final LineageReader reader;
  private final Runnable check;
  private final Long2LongHashMap processes = new Long2LongHashMap(Lsn.NONE);
  private final Long2ObjectHashMap<long[]> objects = new Long2ObjectHashMap<>();

  /**
   * @param check called periodically while this is filled; throws to cancel
   */
  public KeptAncestry(LineageReader reader, Runnable check) {
    this.reader = reader;
    this.check = check;
  }

  @Override
  public void process(long id, long boundLsn) {
    processes.put(id, Math.max(boundLsn, processes.get(id)));
    if ((processes.size() & CHECK_MASK) == 0) {
      check.run();
    }
  }

  /**
   * Adds a version, from the start of the cut that starts it: later writes may belong to the
   * version.
   */
  @Override
  public void object(long id, int version, long boundLsn) {
    long[] known = objects.getOrDefault(id, NOWHERE);
    long[] more = Arrays.copyOf(known, known.length + 2);
    more[known.length] = beginOf(id, version);
    more[known.length + 1] = boundLsn;
    objects.put(id, more);
  }

  private long beginOf(long object, int version) {
    long[] latest = {Lsn.NONE, 0};
    if (version > 0) {
      reader.cuts(
          object,
          (process, begin, end, nanos) -> {
            if (latest[1]++ < version) {
              latest[0] = Math.max(latest[0], begin);
            }
          });
    }
    return latest[0];
  }

  /** Returns the LSN up to which a process matters, {@link Lsn#NONE} if it does not. */
  public long boundOf(long process) {
    return processes.get(process);
  }

  public boolean has(long object) {
    return objects.containsKey(object);
  }

  /** Returns true if a write to an object within an interval matters. */
  public boolean covers(long object, long first, long last) {
    long[] stretches = objects.get(object);
    for (int i = 0; stretches != null && i < stretches.length; i += 2) {
      if (last >= stretches[i] && first <= stretches[i + 1]) {
        return true;
      }
    }
    return false;
  }
}
