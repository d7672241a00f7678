// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import java.util.List;
import java.util.stream.LongStream;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;

/** Finds the names of objects, and the processes that changed those names. */
public record ObjectNames(LineageReader reader) {
  /**
   * Maximum distance of the LSNs of one operation. A rename unbinds a name, binds a name, and
   * reports its process.
   */
  public static final long RECORDS_OF_ONE_OPERATION = 4;

  /**
   * Returns the object's name as of an LSN. If it had none then, returns its last name before that
   * LSN, else its first name after it, else its label. May be empty.
   */
  public Bytes nameOf(long object, long lsn) {
    return nameOf(reader.placesOf(object), object, lsn);
  }

  /**
   * Returns the same as {@link #nameOf(long, long)} for names that were already read.
   *
   * @param names all names that the object ever had
   */
  public Bytes nameOf(List<NameBinding> names, long object, long lsn) {
    Bytes holding = null;
    Bytes before = null;
    Bytes after = null;
    for (NameBinding binding : names) {
      if (binding.holdsAt(lsn)) {
        holding = holding == null ? binding.path() : holding;
      } else if (binding.fromLsn() <= lsn) {
        before = binding.path();
      } else {
        after = after == null ? binding.path() : after;
      }
    }
    Bytes past = holding != null ? holding : before;
    Bytes name = past != null ? past : after;
    return name != null ? name : labelOf(object);
  }

  private Bytes labelOf(long object) {
    ObjectInfo info = reader.object(object);
    return info == null ? Bytes.EMPTY : info.declaration().label();
  }

  /**
   * Returns the process that added or removed a name at an LSN, 0 if unknown. An operation records
   * the change of the name and the access of the process. So the access has the same LSN or one
   * soon after. An access at or after the next change belongs to that change.
   */
  public long processAt(long object, long lsn) {
    long end = Math.min(lsn + RECORDS_OF_ONE_OPERATION, nextChange(object, lsn));
    long[] best = {0, end, Lsn.OPEN};
    reader.accessesOfObject(
        object,
        AccessMode.NAME.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          long at = first <= lsn && lsn <= last ? lsn : first;
          boolean isCloser = at < best[1] || (at == best[1] && first > best[2]);
          if (at >= lsn && isCloser) {
            best[0] = process;
            best[1] = at;
            best[2] = first;
          }
        });
    return best[0];
  }

  private long nextChange(long object, long lsn) {
    return reader.placesOf(object).stream()
        .flatMapToLong(name -> LongStream.of(name.fromLsn(), name.toLsn()))
        .filter(change -> change > lsn)
        .min()
        .orElse(Lsn.OPEN);
  }
}
