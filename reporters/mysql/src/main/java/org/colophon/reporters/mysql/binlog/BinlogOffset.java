// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/** File of a binary log and an offset in it, in the order of the log. */
record BinlogOffset(String file, long offset) implements Comparable<BinlogOffset> {
  /**
   * Compares the lengths of names first, because the number in a name has more digits once it
   * exceeds 999999.
   */
  private static final Comparator<BinlogOffset> ORDER =
      Comparator.comparingInt((BinlogOffset spot) -> spot.file.length())
          .thenComparing(BinlogOffset::file)
          .thenComparingLong(BinlogOffset::offset);

  static BinlogOffset of(BinlogPosition place) {
    return new BinlogOffset(place.file(), place.offset());
  }

  @Override
  public int compareTo(BinlogOffset other) {
    return ORDER.compare(this, other);
  }

  static void write(Collection<BinlogOffset> spots, StateWriter out) {
    out.number(spots.size());
    BinlogOffset last = new BinlogOffset("", 0);
    for (BinlogOffset spot : spots) {
      boolean isSame = spot.file.equals(last.file);
      out.bytes(Bytes.of(isSame ? "" : spot.file));
      out.number(isSame ? spot.offset - last.offset : spot.offset);
      last = spot;
    }
  }

  static List<BinlogOffset> read(StateReader in) {
    List<BinlogOffset> spots = new ArrayList<>();
    BinlogOffset last = new BinlogOffset("", 0);
    for (int left = in.count(); left > 0; left--) {
      String named = in.bytes().toString();
      boolean isSame = named.isEmpty();
      last = new BinlogOffset(isSame ? last.file : named, in.number() + (isSame ? last.offset : 0));
      spots.add(last);
    }
    return spots;
  }
}
