// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.TimeCodec;
import org.rocksdb.RocksIterator;

/** Reads data outside the graph: times, snapshots, gaps, extended records. */
public final class MetaReader {
  private final Database database;

  public MetaReader(Database database) {
    this.database = database;
  }

  public List<Snapshot> snapshots() {
    return all(
        StoreFormat.META,
        new byte[] {StoreFormat.SNAPSHOT_KEY},
        (stamp, in) -> {
          long nanos = in.getSigned();
          return new Snapshot(in.getString().toString(), StoreFormat.lsnOf(stamp), nanos);
        });
  }

  public List<Gap> gaps() {
    return all(
        StoreFormat.META,
        new byte[] {StoreFormat.GAP_KEY},
        (stamp, in) -> {
          long process = in.getVarint();
          GapCause cause = GapCause.of(in.getLength());
          return new Gap(StoreFormat.lsnOf(stamp), process, cause, in.getVarint());
        });
  }

  /** Reads every value under a key prefix; keys end with a stamp. */
  private <T> List<T> all(int family, byte[] prefix, BiFunction<Long, ByteReader, T> reader) {
    return database.scan(
        family,
        iterator -> {
          List<T> found = new ArrayList<>();
          for (iterator.seek(prefix); hasPrefix(iterator, prefix); iterator.next()) {
            byte[] key = iterator.key();
            long stamp = ByteReader.longAt(key, key.length - Long.BYTES);
            found.add(reader.apply(stamp, new ByteReader(iterator.value())));
          }
          return found;
        });
  }

  private static boolean hasPrefix(RocksIterator iterator, byte[] prefix) {
    return iterator.isValid() && Bytes.wrap(iterator.key()).startsWith(Bytes.wrap(prefix));
  }

  /** Returns long extended records of a process, an object, or both; not 0 for both. */
  public List<ExtendedReader.Stamped> longRecords(long process, long object) {
    byte range = object != 0 ? StoreFormat.OBJECT_KEY : StoreFormat.PROCESS_KEY;
    byte[] prefix =
        new ByteWriter(16).putByte(range).putLong(object != 0 ? object : process).copy();
    List<ExtendedReader.Stamped> found = new ArrayList<>();
    for (long stamp : all(StoreFormat.EXTENDED, prefix, (stamp, in) -> stamp)) {
      ExtendedRecord each = longRecord(stamp);
      if (process == 0 || each.process() == process) {
        found.add(new ExtendedReader.Stamped(stamp, each));
      }
    }
    return found;
  }

  private ExtendedRecord longRecord(long stamp) {
    byte[] key = new ByteWriter(16).putByte(StoreFormat.BLOB_KEY).putLong(stamp).copy();
    ByteReader in = new ByteReader(database.get(StoreFormat.EXTENDED, key));
    long process = in.getVarint();
    long object = in.getVarint();
    String type = in.getString().toString();
    Bytes data = in.getRaw(in.remaining());
    return new ExtendedRecord(StoreFormat.lsnOf(stamp), process, object, type, data);
  }

  public List<Long> processesWithPid(long pid) {
    byte[] prefix = new ByteWriter(16).putByte(StoreFormat.PID_KEY).putLong(pid).copy();
    return all(StoreFormat.LOOKUP, prefix, (process, in) -> process);
  }

  /** Returns the id of an identity, 0 if unknown. */
  public long idOf(byte range, Bytes identity) {
    byte[] key = new ByteWriter(1 + identity.length()).putByte(range).putRaw(identity).copy();
    byte[] value = database.get(StoreFormat.LOOKUP, key);
    return value == null ? 0 : new ByteReader(value).getVarint();
  }

  /** Searches the seals from the last to the first, since clocks may go back in any of them. */
  public long lsnAt(long millis) {
    return database.scan(
        StoreFormat.META,
        iterator -> {
          iterator.seekForPrev(timeKey(Long.MAX_VALUE));
          for (; isTime(iterator); iterator.prev()) {
            byte[] value = iterator.value();
            if (TimeCodec.smallestMillis(value) <= millis) {
              return TimeCodec.decode(value).lsnAt(millis);
            }
          }
          return 0L;
        });
  }

  /** Searches the seals from the first, whose values have no largest time. */
  public long firstLsnAfter(long millis) {
    return database.scan(
        StoreFormat.META,
        iterator -> {
          long lsn = 0;
          for (iterator.seek(timeKey(0)); lsn == 0 && isTime(iterator); iterator.next()) {
            lsn = TimeCodec.decode(iterator.value()).firstLsnAfter(millis);
          }
          return lsn;
        });
  }

  public long millisAt(long lsn) {
    return database.scan(
        StoreFormat.META,
        iterator -> {
          iterator.seekForPrev(timeKey(lsn));
          for (; isTime(iterator); iterator.prev()) {
            long millis = TimeCodec.decode(iterator.value()).millisAt(lsn);
            if (millis != 0) {
              return millis;
            }
          }
          return 0L;
        });
  }

  private static byte[] timeKey(long lsn) {
    return new ByteWriter(16).putByte(StoreFormat.TIME_KEY).putLong(lsn).copy();
  }

  private static boolean isTime(RocksIterator iterator) {
    return iterator.isValid() && iterator.key()[0] == StoreFormat.TIME_KEY;
  }
}
