// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Reads extended records. Short records are facts about their process, and facts about their object
 * point to them. Long records have keys of their own. Any number of threads.
 */
public final class ExtendedReader {
  private final Groups groups;
  private final MetaReader meta;

  public record Stamped(long stamp, ExtendedRecord record) {}

  public ExtendedReader(Groups groups, MetaReader meta) {
    this.groups = groups;
    this.meta = meta;
  }

  /** Returns the extended records of a process, an object, or both up to an LSN; 0 for any. */
  public List<ExtendedRecord> records(long process, long object, long untilLsn) {
    if (process == 0 && object == 0) {
      return List.of();
    }
    List<Stamped> found = new ArrayList<>(meta.longRecords(process, object, untilLsn));
    if (process != 0) {
      addOfProcess(process, object, found);
    } else {
      addOfObject(object, found);
    }
    found.removeIf(each -> each.record().lsn() > untilLsn);
    found.sort(Comparator.comparingLong(Stamped::stamp));
    return found.stream().map(Stamped::record).toList();
  }

  private ChunkReader chunks(int family, long id) {
    return new ChunkReader(groups.get(family, id, StoreFormat.NOTES), id);
  }

  private void addOfProcess(long process, long object, List<Stamped> found) {
    ChunkReader chunks = chunks(StoreFormat.BY_PROCESS, process);
    while (chunks.hasItem()) {
      long stamp = stamp(chunks);
      long other = chunks.in.getVarint();
      Stamped note = note(chunks, stamp, process, other);
      if (object == 0 || other == object) {
        found.add(note);
      }
    }
  }

  private static long stamp(ChunkReader chunks) {
    return StoreFormat.stamp(chunks.baseLsn, 0) + chunks.in.getSigned();
  }

  private static Stamped note(ChunkReader chunks, long stamp, long process, long object) {
    String type = chunks.in.getString().toString();
    Bytes data = chunks.in.getString();
    long lsn = StoreFormat.lsnOf(stamp);
    return new Stamped(stamp, new ExtendedRecord(lsn, process, object, type, data));
  }

  /**
   * Adds the records of an object. Records of a process and an object are stored with the process.
   */
  private void addOfObject(long object, List<Stamped> found) {
    Set<Long> processes = new LinkedHashSet<>();
    ChunkReader chunks = chunks(StoreFormat.BY_OBJECT, object);
    while (chunks.hasItem()) {
      long stamp = stamp(chunks);
      long process = chunks.in.getVarint();
      if (process == 0) {
        found.add(note(chunks, stamp, 0, object));
      } else {
        processes.add(process);
      }
    }
    processes.forEach(process -> addOfProcess(process, object, found));
  }
}
