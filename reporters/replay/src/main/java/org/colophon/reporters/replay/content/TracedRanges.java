// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Segment;
import org.colophon.reporters.common.content.WrittenRanges;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.TimedSink;

/**
 * Ranges of files that traced processes write. The positions of open files follow from the results
 * of all calls since the open. Where they do not, as for a descriptor that was inherited or calls
 * that overlap, the process gets a mark instead of a range. One thread.
 */
public final class TracedRanges {
  /** Offset of a call that uses the position of the open file. */
  public static final long AT_POSITION = -1;

  /** Offset of a call that the source does not tell. */
  public static final long NOT_TOLD = -2;

  /** Limit of the files with known sizes and unreported ranges. */
  private static final int MAX_FILES = 1 << 12;

  /** A mark of writes without known offsets. */
  private static final ByteMap SOMEWHERE = new ByteMap(0, List.of(Segment.unknown(0)));

  private final TimedSink report;
  private final Long2ObjectHashMap<Content> files = new Long2ObjectHashMap<>();
  private boolean isWanted;

  /** Content of a file that a traced process has opened for writing. */
  private static final class Content {
    final WrittenRanges written = new WrittenRanges();
    final LongHashSet marked = new LongHashSet();

    /** Number of bytes; -1 if unknown. */
    long size = -1;

    /** Number of writes that have begun and not ended. */
    int writes;
  }

  public TracedRanges(TimedSink report) {
    this.report = report;
  }

  /** Sets whether ranges are recorded; by default they are not. */
  public void setWanted(boolean wanted) {
    isWanted = wanted;
  }

  public boolean isWanted() {
    return isWanted;
  }

  private static boolean hasRanges(OpenFile file) {
    return !file.isStream && !file.isMirrored && file.write != 0;
  }

  private Content content(long object) {
    Content known = files.get(object);
    if (known == null) {
      if (files.size() >= MAX_FILES) {
        finish();
      }
      known = new Content();
      files.put(object, known);
    }
    return known;
  }

  /** Called when a path was opened, which begins a new position. */
  public void opened(OpenFile file, boolean isForWriting, boolean isAppending) {
    file.position = 0;
    file.isAppending = isAppending;
    if (isWanted && isForWriting && hasRanges(file)) {
      content(file.write);
    }
  }

  /** Called when a file was created. */
  public void created(long object) {
    if (isWanted) {
      content(object).size = 0;
    }
  }

  /** Called when content was cut off, and before: the earlier ranges belong to the content. */
  public void cut(long object, boolean isDone) {
    closed(object);
    if (isWanted && isDone) {
      Content content = content(object);
      content.size = content.writes > 0 ? -1 : 0;
      content.marked.clear();
    }
  }

  /** Called when a file was truncated to a length other than zero. */
  public void truncated(long process, long object, long length) {
    if (isWanted && object != 0) {
      closed(object);
      Content content = content(object);
      content.size = content.writes > 0 ? -1 : length;
      extend(process, object, new ByteMap(length, List.of()));
    }
  }

  /** Called when a call that other calls may overlap begins to use a file. */
  public void begin(OpenFile file, boolean isWrite) {
    if (file.moves++ > 0) {
      file.position = -1;
    }
    if (isWrite && hasRanges(file)) {
      Content content = content(file.write);
      if (content.writes++ > 0) {
        content.size = -1;
      }
    }
  }

  /** Called before {@link #read}, {@link #write} or {@link #seek} of a call. */
  public void end(OpenFile file, boolean isWrite, boolean hasBegun) {
    file.moves -= hasBegun && file.moves > 0 ? 1 : 0;
    if (file.moves > 0) {
      file.position = -1;
    }
    if (isWrite && hasRanges(file)) {
      Content content = content(file.write);
      content.writes -= hasBegun && content.writes > 0 ? 1 : 0;
      if (content.writes > 0) {
        content.size = -1;
      }
    }
  }

  /**
   * Called when bytes were read. Returns their offset; negative if unknown.
   *
   * @param offset the offset in the call, {@link #AT_POSITION} or {@link #NOT_TOLD}
   */
  public long read(OpenFile file, long offset, long bytes) {
    return offset == AT_POSITION ? advance(file, file.position, bytes) : offset;
  }

  private static long advance(OpenFile file, long at, long bytes) {
    file.position = at < 0 ? -1 : at + bytes;
    return at;
  }

  /** Called when a call has moved the position; negative if the result is unknown. */
  public void seek(OpenFile file, long position, boolean isEnd) {
    file.position = file.moves > 0 ? -1 : position;
    if (isEnd && hasRanges(file) && content(file.write).writes == 0) {
      content(file.write).size = position;
    }
  }

  /**
   * Called when bytes were written.
   *
   * @param offset the offset in the call, {@link #AT_POSITION} or {@link #NOT_TOLD}
   * @param source the object from which the kernel copied them; 0 if none
   * @param sourceOffset negative if unknown
   */
  public void write(
      long process,
      OpenFile file,
      long offset,
      boolean isAppending,
      long bytes,
      long source,
      long sourceOffset) {
    if (!hasRanges(file)) {
      return;
    }
    Content content = content(file.write);
    long at = isAppending ? content.size : offset == AT_POSITION ? file.position : offset;
    if (offset == AT_POSITION) {
      advance(file, at, bytes);
    }
    if (at < 0) {
      content.size = -1;
      mark(process, file.write, content);
      return;
    }
    content.size = content.size < 0 ? -1 : Math.max(content.size, at + bytes);
    if (source != 0 && sourceOffset >= 0) {
      closed(source);
      closed(file.write);
      ByteMap.Part part = new ByteMap.Part(source, sourceOffset, bytes);
      extend(process, file.write, new ByteMap(at, List.of(Segment.copy(part))));
    } else if (bytes > 0) {
      while (!content.written.add(process, at, at + bytes)) {
        closed(file.write);
      }
    }
  }

  /** Called when a process writes, or may write, a file at unknown offsets. */
  public void writtenSomewhere(long process, long object) {
    Content content = files.get(object);
    if (content != null) {
      content.size = -1;
      mark(process, object, content);
    }
  }

  private void mark(long process, long object, Content content) {
    if (content.marked.add(process)) {
      closed(object);
      extend(process, object, SOMEWHERE);
    }
  }

  private void extend(long process, long object, ByteMap map) {
    ByteMap.Encoded data = map.encode();
    report.sink.extend(process, object, ByteMap.RANGES, data.data(), data.idsAt(), report.nowNanos);
  }

  /** Called when a descriptor of a file is closed. */
  public void closed(long object) {
    Content content = files.get(object);
    if (content != null) {
      content.written.report(object, report.sink);
    }
  }

  /** Reports all ranges. Forgets the sizes of files. */
  public void finish() {
    files.forEach((object, content) -> content.written.report(object, report.sink));
    files.clear();
  }
}
