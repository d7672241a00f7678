package org.colophon.reporters.mysql.binlog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/** A file of a binary log and an offset in it; in the order of the log. */
record BinlogSpot(String file, long offset) implements Comparable<BinlogSpot> {
  /** Files are numbered, with more digits when those do not suffice. */
  private static final Comparator<BinlogSpot> ORDER =
      Comparator.comparingInt((BinlogSpot spot) -> spot.file.length())
          .thenComparing(BinlogSpot::file)
          .thenComparingLong(BinlogSpot::offset);

  static BinlogSpot of(BinlogPlace place) {
    return new BinlogSpot(place.file(), place.offset());
  }

  @Override
  public int compareTo(BinlogSpot other) {
    return ORDER.compare(this, other);
  }

  /** Packs spots that ascend. */
  static void write(Collection<BinlogSpot> spots, StateWriter out) {
    out.number(spots.size());
    BinlogSpot last = new BinlogSpot("", 0);
    for (BinlogSpot spot : spots) {
      boolean isSame = spot.file.equals(last.file);
      out.bytes(Bytes.of(isSame ? "" : spot.file));
      out.number(isSame ? spot.offset - last.offset : spot.offset);
      last = spot;
    }
  }

  static List<BinlogSpot> read(StateReader in) {
    List<BinlogSpot> spots = new ArrayList<>();
    BinlogSpot last = new BinlogSpot("", 0);
    for (int left = in.count(); left > 0; left--) {
      String named = in.bytes().toString();
      boolean isSame = named.isEmpty();
      last = new BinlogSpot(isSame ? last.file : named, in.number() + (isSame ? last.offset : 0));
      spots.add(last);
    }
    return spots;
  }
}
