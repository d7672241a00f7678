// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.IOException;
import java.util.Arrays;
import org.colophon.client.protocol.UnitLimits;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationLine;
import org.colophon.service.line.UnitHandler;
import org.jspecify.annotations.Nullable;

/**
 * Lines that are recorded together. They are read before any lock is acquired, and reused. Each
 * unit of the client in them is complete; an unfinished unit moves to the next group. A step of a
 * transaction ends a group, which has only the step's unit.
 */
final class UnitLines {
  /**
   * Maximum number of lines. With at most five operations per line, it is below the maximum of a
   * unit.
   */
  static final int MAX_LINES = 512;

  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_UNIT_BYTES = 64 << 20;
  private static final int NONE = -1;

  private final LineSource source;
  private OperationLine[] lines = new OperationLine[MAX_LINES];
  private int[] lengths = new int[MAX_LINES];
  private long bytes;
  private int count;
  private int read;

  /** Index of the first line of an unfinished unit. */
  private int open = NONE;

  private boolean hasUnits;

  /** True after a step of a transaction was read. */
  private boolean hasStep;

  private @Nullable String refusal;

  UnitLines(LineSource source) {
    this.source = source;
  }

  /** Reads the next lines. Returns false if there are none, or if the next unit is rejected. */
  boolean fill(int maxLines) throws IOException {
    carry();
    while (refusal == null && !hasStep && hasRoom(maxLines)) {
      if (!take()) {
        refuseOpen("does not end within this request: send it whole");
        break;
      }
    }
    if (hasStep && open <= 0) { // the step is alone; otherwise it moves to the next group
      open = NONE;
      hasStep = false;
    }
    count = open == NONE ? read : open;
    return count > 0;
  }

  private boolean hasRoom(int maxLines) {
    if (open != 0) {
      return read < Math.min(maxLines, MAX_LINES) && bytes < MAX_BYTES;
    }
    if (read >= UnitLimits.MAX_LINES || bytes >= MAX_UNIT_BYTES) {
      refuseOpen(
          "is larger than %d lines or %d MiB: make smaller units"
              .formatted(UnitLimits.MAX_LINES, MAX_UNIT_BYTES >> 20));
    }
    return read < maxLines;
  }

  private void refuseOpen(String why) {
    if (open != NONE) {
      refusal = "the unit that begins here " + why;
    }
  }

  /** Moves the lines that were not recorded to the front. */
  private void carry() {
    int left = read - count;
    bytes = 0;
    for (int i = 0; i < left; i++) {
      OperationLine free = lines[i];
      lines[i] = lines[count + i];
      lines[count + i] = free;
      lengths[i] = lengths[count + i];
      bytes += lengths[i];
    }
    open = left == 0 ? NONE : 0;
    hasUnits = left > 0;
    read = left;
    count = 0;
  }

  private boolean take() throws IOException {
    if (read == lines.length) {
      lines = Arrays.copyOf(lines, 2 * read);
      lengths = Arrays.copyOf(lengths, 2 * read);
    }
    if (lines[read] == null) {
      lines[read] = new OperationLine();
    }
    int length = source.read(lines[read]);
    if (length < 0) {
      return false;
    }
    bytes += length;
    lengths[read] = length;
    String op = lines[read].op;
    if ("begin".equals(op)) {
      open = open == NONE ? read : open;
      hasUnits = true;
    } else if ("position".equals(op)) {
      open = NONE;
    } else if (UnitHandler.step(op) != null) {
      open = open == NONE ? read : open;
      hasStep = true;
      hasUnits = true;
    } else if ("where".equals(op)) {
      hasUnits = true;
    }
    read++;
    return true;
  }

  /** Rejects the unit that begins at a line, and all later lines. */
  void refuse(int begin, String why) {
    count = begin;
    read = begin;
    hasStep = false;
    refusal = why;
  }

  /** Returns the reason why the next unit is rejected; null if it is accepted. */
  @Nullable String refusal() {
    return refusal;
  }

  boolean hasUnits() {
    return hasUnits;
  }

  int count() {
    return count;
  }

  OperationLine get(int index) {
    return lines[index];
  }
}
