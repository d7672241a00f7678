package org.colophon.reporters.mysql;

import java.util.zip.CRC32C;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.mysql.tail.FileKey;
import org.colophon.reporters.mysql.tail.FileMark;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Where a log was left, with the state of its sessions, as a position.
 *
 * <p>A position may have 4 KiB. State that does not fit is written first, in parts, each the
 * position of a source of its own, and the position says which parts belong to it. There are two
 * sets of parts, used in turn, so that what a position refers to is there until the next one is.
 */
final class Positions {
  private static final int FORMAT = 1;
  private static final int MOST_INLINE = 3800;
  private static final int PART_BYTES = 4000;

  private final String source;
  private final ReporterContext context;
  private final OperationSink parts;
  private final int[] partCounts = new int[2];
  private int set;

  Positions(String source, ReporterContext context) {
    this.source = source;
    this.context = context;
    this.parts = context.newSink();
  }

  String source() {
    return source;
  }

  /** What was read back: the mark is null if there was nothing. */
  record Left(Bytes position, FileMark mark, long lastNanos, Bytes state) {}

  Left left() {
    Bytes position = context.position(source);
    if (position.isEmpty()) {
      return new Left(position, null, 0, Bytes.EMPTY);
    }
    StateReader in = new StateReader(position);
    if (in.number() != FORMAT) {
      throw StateReader.corrupt();
    }
    FileKey key = new FileKey(in.number(), in.number());
    FileMark mark = new FileMark(key, in.number(), (int) in.number());
    long lastNanos = in.number();
    return new Left(position, mark, lastNanos, in.truth() ? join(in) : in.bytes());
  }

  private Bytes join(StateReader in) {
    set = (int) in.number() & 1;
    int count = (int) in.number();
    long checksum = in.number();
    Bytes all = Bytes.EMPTY;
    for (int part = 0; part < count; part++) {
      all = all.concat(context.position(part(set, part)));
    }
    if (checksum(all) != checksum) {
      throw StateReader.corrupt();
    }
    partCounts[set] = count;
    return all;
  }

  /** Makes a position; what does not fit into it is on its way when this returns. */
  Bytes position(FileMark mark, long lastNanos, Bytes state) {
    StateWriter out = new StateWriter().number(FORMAT);
    out.number(mark.key().device()).number(mark.key().inode());
    out.number(mark.offset()).number(mark.checksum() & 0xffffffffL).number(lastNanos);
    boolean isParted = state.length() > MOST_INLINE;
    out.truth(isParted);
    return (isParted ? parted(out, state) : out.bytes(state)).toBytes();
  }

  private StateWriter parted(StateWriter out, Bytes state) {
    set = 1 - set;
    int count = (state.length() + PART_BYTES - 1) / PART_BYTES;
    for (int part = 0; part < Math.max(count, partCounts[set]); part++) {
      int from = Math.min(state.length(), part * PART_BYTES);
      int to = Math.min(state.length(), from + PART_BYTES);
      parts.begin();
      parts.position(part(set, part), state.slice(from, to));
    }
    parts.flush();
    partCounts[set] = count;
    return out.number(set).number(count).number(checksum(state));
  }

  private String part(int ofSet, int part) {
    return source + " " + (ofSet == 0 ? "a" : "b") + part;
  }

  private static long checksum(Bytes bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.toArray());
    return crc.getValue();
  }
}
