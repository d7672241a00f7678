// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.mysql.recorder.CatalogChange;
import org.colophon.reporters.mysql.tail.SavedState;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Stores and restores the position of a log, the state of its sessions, and the definitions read so
 * far.
 *
 * <p>A position has at most 4 KiB. Larger state is split into parts, each stored under its own
 * name. The position contains the number of parts and becomes durable with them. Definitions are
 * stored in pages, and only changed pages are written.
 */
final class LogPositions {
  private static final int FORMAT = 5;
  private static final int MAX_INLINE_BYTES = 3800;
  private static final int PART_BYTES = 4000;

  private final String source;
  private final ReporterContext context;
  private final PositionPages definitions;
  private int lastParts;

  LogPositions(String source, ReporterContext context) {
    this.source = source;
    this.context = context;
    this.definitions = new PositionPages(source + " definitions");
  }

  String source() {
    return source;
  }

  /** Restored position. The mark is null if there was no position. */
  record Left(
      SavedState position,
      @Nullable FileMark mark,
      long lastNanos,
      Bytes state,
      Bytes definitions) {}

  /** Position to store, with its parts by name. */
  record Kept(SavedState position, Map<String, SavedState> parts) {}

  Left left() {
    Bytes position = context.position(source);
    if (position.isEmpty()) {
      return new Left(SavedState.EMPTY, null, 0, Bytes.EMPTY, Bytes.EMPTY);
    }
    StateReader in = new StateReader(position);
    if (in.number() != FORMAT) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the position of "
              + source
              + " is not in format "
              + FORMAT
              + "; another version of Colophon wrote it: give another server= or another store,"
              + " to read the log from its beginning");
    }
    FileKey key = new FileKey(in.number(), in.number());
    FileMark mark = new FileMark(key, in.number(), (int) in.number());
    long lastNanos = in.number();
    Bytes state = in.flag() ? join(in) : in.bytes();
    Bytes known = definitions.read(in.number(), context);
    return new Left(SavedState.lasting(position), mark, lastNanos, state, known);
  }

  private Bytes join(StateReader in) {
    lastParts = (int) in.number();
    Bytes all = Bytes.EMPTY;
    for (int part = 0; part < lastParts; part++) {
      all = all.concat(context.position(part(part)));
    }
    if (all.length() != in.number()) {
      throw StateReader.corrupt();
    }
    return all;
  }

  /**
   * Encodes a position.
   *
   * @param change definitions that changed since the last position
   */
  Kept position(FileMark mark, long lastNanos, SavedState state, CatalogChange change) {
    StateWriter out = new StateWriter().number(FORMAT);
    out.number(mark.key().device()).number(mark.key().inode());
    out.number(mark.offset()).number(mark.checksum() & 0xffffffffL).number(lastNanos);
    boolean isParted = state.bytes().length() > MAX_INLINE_BYTES;
    out.flag(isParted);
    Map<String, SavedState> parts = parts(isParted ? state : SavedState.EMPTY);
    if (isParted) {
      out.number(lastParts).number(state.bytes().length());
    } else {
      out.state(state);
    }
    if (change.isWhole()) {
      definitions.replace(change.bytes(), parts);
    } else {
      definitions.append(change.bytes(), parts);
    }
    out.number(definitions.length());
    return new Kept(out.saved(), parts);
  }

  /** Splits the state into parts. Parts that are no longer needed become empty. */
  private Map<String, SavedState> parts(SavedState state) {
    Map<String, SavedState> parts = new LinkedHashMap<>();
    int length = state.bytes().length();
    for (int from = 0; from < length; ) {
      int to = from + PART_BYTES >= length ? length : state.cutBefore(from + PART_BYTES);
      parts.put(part(parts.size()), state.part(from, to));
      from = to;
    }
    int count = parts.size();
    for (int part = count; part < lastParts; part++) {
      parts.put(part(part), SavedState.EMPTY);
    }
    lastParts = count;
    return parts;
  }

  private String part(int part) {
    return source + " " + part;
  }
}
