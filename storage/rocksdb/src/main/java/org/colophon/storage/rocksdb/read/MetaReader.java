// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.colophon.storage.rocksdb.database.Reads;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.TimeCodec;
import org.colophon.storage.rocksdb.pack.NumberList;
import org.jspecify.annotations.Nullable;

/** Reads data outside the graph: times, snapshots, gaps, extended records. */
public final class MetaReader {
  private final Reads database;
  private final long markedLsn;

  /** The times in which the last LSN was found, since the next is mostly near it. */
  private volatile KnownTimes lastFound = new KnownTimes(0, new TimeSegments());

  /**
   * The times of a key, which are never changed. The store may have later ones of their last LSN.
   */
  private record KnownTimes(long firstLsn, TimeSegments times) {
    long millisAt(long lsn) {
      return firstLsn <= lsn && lsn < times.lastLsn() ? times.millisAt(lsn) : 0;
    }
  }

  /**
   * @param markedLsn the first LSN of seals of version 4
   */
  public MetaReader(Reads database, long markedLsn) {
    this.database = database;
    this.markedLsn = markedLsn;
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

  private static boolean hasPrefix(Cursor iterator, byte[] prefix) {
    return iterator.isValid() && Bytes.wrap(iterator.key()).startsWith(Bytes.wrap(prefix));
  }

  /**
   * Returns long extended records of a process, an object, or both up to an LSN; not 0 for both.
   */
  public List<ExtendedReader.Stamped> longRecords(long process, long object, long untilLsn) {
    byte range = object != 0 ? StoreFormat.OBJECT_KEY : StoreFormat.PROCESS_KEY;
    byte[] prefix =
        new ByteWriter(16).putByte(range).putLong(object != 0 ? object : process).copy();
    List<ExtendedReader.Stamped> found = new ArrayList<>();
    for (long stamp : all(StoreFormat.EXTENDED, prefix, (stamp, in) -> stamp)) {
      if (StoreFormat.lsnOf(stamp) > untilLsn) {
        break;
      }
      ExtendedRecord each = longRecord(stamp);
      if (each != null && (process == 0 || each.process() == process)) {
        found.add(new ExtendedReader.Stamped(stamp, each));
      }
    }
    return found;
  }

  /** Returns a record; null only if it is damaged. */
  private @Nullable ExtendedRecord longRecord(long stamp) {
    byte[] key = new ByteWriter(16).putByte(StoreFormat.BLOB_KEY).putLong(stamp).copy();
    byte[] value = database.get(StoreFormat.EXTENDED, key);
    if (value == null) {
      return null;
    }
    ByteReader in = new ByteReader(value);
    long process = in.getVarint();
    long object = in.getVarint();
    String type = in.getString().toString();
    Bytes data = in.getRaw(in.remaining());
    return new ExtendedRecord(StoreFormat.lsnOf(stamp), process, object, type, data);
  }

  public List<Long> processesWithPid(long pid) {
    byte[] older = new ByteWriter(16).putByte(StoreFormat.PID_KEY).putLong(pid).copy();
    byte[] prefix =
        new ByteWriter(16)
            .putByte(StoreFormat.PIDS_KEY)
            .putLong(pid >> StoreFormat.PIDS_BITS)
            .copy();
    long inList = pid & (1 << StoreFormat.PIDS_BITS) - 1;
    NavigableSet<Long> found =
        new TreeSet<>(all(StoreFormat.LOOKUP, older, (process, in) -> process));
    processes(
        prefix,
        in -> {
          int count = in.getLength();
          long[] pids = column(in, count);
          long[] processes = column(in, count);
          return IntStream.range(0, count)
              .filter(i -> pids[i] == inList)
              .mapToLong(i -> processes[i]);
        },
        found);
    return List.copyOf(found);
  }

  /** Adds the processes of the lists of all seals. */
  private void processes(
      byte[] prefix, Function<ByteReader, LongStream> decoder, NavigableSet<Long> found) {
    all(StoreFormat.LOOKUP, prefix, (seal, in) -> decoder.apply(in))
        .forEach(each -> each.forEach(found::add));
  }

  private static long[] column(ByteReader in, int count) {
    long[] values = new long[count];
    values[0] = in.getVarint();
    new NumberList().decode(in, values, 1, count);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value += ByteReader.unzigzag(values[i]);
      values[i] = value;
    }
    return values;
  }

  /** Returns processes that declared an executable, or one that begins with it and a zero. */
  public List<Long> processesOf(Bytes executable) {
    byte[] prefix =
        new ByteWriter(executable.length() + 2)
            .putByte(StoreFormat.EXECUTABLES_KEY)
            .putRaw(executable)
            .putByte(0)
            .copy();
    NavigableSet<Long> found = new TreeSet<>();
    processes(prefix, in -> Arrays.stream(column(in, in.getLength())), found);
    return List.copyOf(found);
  }

  /** Returns the id of an identity, 0 if unknown. */
  public long idOf(byte range, Bytes identity) {
    byte[] key = new ByteWriter(1 + identity.length()).putByte(range).putRaw(identity).copy();
    byte[] value = database.get(StoreFormat.LOOKUP, key);
    return value == null ? 0 : new ByteReader(value).getVarint();
  }

  /**
   * Returns the largest LSN of the last segment at or before a time, 0 without one. Searches the
   * seals from the last to the first, since clocks may go back in any of them.
   */
  public long lsnAt(long millis) {
    long lsn =
        database.scan(
            StoreFormat.META,
            iterator -> {
              iterator.seekForPrev(StoreFormat.key(StoreFormat.TIME_RANGE_KEY, Long.MAX_VALUE));
              for (; isIn(iterator, StoreFormat.TIME_RANGE_KEY); iterator.prev()) {
                if (new ByteReader(iterator.value()).getVarint() <= millis) {
                  return times(iterator.key()).lsnAt(millis);
                }
              }
              return 0L;
            });
    return lsn != 0 || markedLsn == 0 ? lsn : olderLsnAt(millis);
  }

  /** Searches the seals of older versions. */
  private long olderLsnAt(long millis) {
    return database.scan(
        StoreFormat.META,
        iterator -> {
          iterator.seekForPrev(StoreFormat.key(StoreFormat.TIME_KEY, markedLsn - 1));
          for (; isIn(iterator, StoreFormat.TIME_KEY); iterator.prev()) {
            byte[] value = iterator.value();
            if (TimeCodec.smallestMillis(value) <= millis) {
              return TimeCodec.decode(value).lsnAt(millis);
            }
          }
          return 0L;
        });
  }

  /** Returns the smallest LSN of the first segment after a time, 0 without one. */
  public long firstLsnAfter(long millis) {
    long lsn = markedLsn == 0 ? 0 : olderFirstLsnAfter(millis);
    return lsn != 0
        ? lsn
        : database.scan(
            StoreFormat.META,
            iterator -> {
              iterator.seek(StoreFormat.key(StoreFormat.TIME_RANGE_KEY, 0));
              for (; isIn(iterator, StoreFormat.TIME_RANGE_KEY); iterator.next()) {
                ByteReader range = new ByteReader(iterator.value());
                if (range.getVarint() + range.getVarint() > millis) {
                  return times(iterator.key()).firstLsnAfter(millis);
                }
              }
              return 0L;
            });
  }

  /** Searches the seals of older versions, whose values have no largest time. */
  private long olderFirstLsnAfter(long millis) {
    return database.scan(
        StoreFormat.META,
        iterator -> {
          long lsn = 0;
          iterator.seek(StoreFormat.key(StoreFormat.TIME_KEY, 0));
          while (lsn == 0
              && isIn(iterator, StoreFormat.TIME_KEY)
              && ByteReader.longAt(iterator.key(), 1) < markedLsn) {
            lsn = TimeCodec.decode(iterator.value()).firstLsnAfter(millis);
            iterator.next();
          }
          return lsn;
        });
  }

  /** Returns the times of the seal of a key; none only if they are damaged. */
  private TimeSegments times(byte[] rangeKey) {
    byte[] key = StoreFormat.key(StoreFormat.TIME_KEY, ByteReader.longAt(rangeKey, 1));
    byte[] value = database.get(StoreFormat.META, key);
    return value == null ? new TimeSegments() : TimeCodec.decode(value);
  }

  public long millisAt(long lsn) {
    long known = lastFound.millisAt(lsn);
    return known != 0 ? known : findMillisAt(lsn);
  }

  private long findMillisAt(long lsn) {
    return database.scan(
        StoreFormat.META,
        iterator -> {
          iterator.seekForPrev(StoreFormat.key(StoreFormat.TIME_KEY, lsn));
          for (; isIn(iterator, StoreFormat.TIME_KEY); iterator.prev()) {
            TimeSegments times = TimeCodec.decode(iterator.value());
            long millis = times.millisAt(lsn);
            if (millis != 0) {
              lastFound = new KnownTimes(ByteReader.longAt(iterator.key(), 1), times);
              return millis;
            }
          }
          return 0L;
        });
  }

  private static boolean isIn(Cursor iterator, byte range) {
    return iterator.isValid() && iterator.key()[0] == range;
  }
}
