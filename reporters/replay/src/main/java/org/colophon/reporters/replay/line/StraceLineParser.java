// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.replay.syscall.Syscall;

/**
 * Parses one line of strace output: all forms of prefixes; complete, interrupted and resumed calls;
 * ends of threads. Needs one pass, allocates nothing and throws no exceptions.
 *
 * <p>Used by one thread at a time. Each call returns the same object.
 */
public final class StraceLineParser {
  private static final byte[] PID = ascii("[pid");
  private static final byte[] UNFINISHED = ascii("<unfinished ...>");
  private static final byte[] DETACHED = ascii("<detached ...>");
  private static final byte[] PID_CHANGED = ascii("<pid changed to ");
  private static final byte[] RESUMED = ascii("resumed>");
  private static final byte[] EXITED = ascii("+++ exited with ");
  private static final byte[] KILLED = ascii("+++ killed by ");
  private static final byte[] SUPERSEDED = ascii("+++ superseded by execve in pid ");
  private static final byte[] STRACE = ascii("strace: ");
  private static final byte[] IN_PROGRESS = ascii("EINPROGRESS");
  private static final byte[] ABSENT = ascii("ENOENT");
  private static final byte[] NO_DIRECTORY = ascii("ENOTDIR");

  /** Relevant requests of ioctl, or their beginnings. */
  private static final byte[][] REQUESTS = {
    ascii("BTRFS_IOC_CLONE"),
    ascii("FICLONE"),
    ascii("FIOCLEX"),
    ascii("FIONCLEX"),
    ascii("TIOCGPTN"),
    ascii("TIOCGPTPEER")
  };

  /** Text before the source descriptor in the third argument of a range request. */
  private static final byte[] SOURCE = ascii("{src_fd=");

  /**
   * Separates process ids from times in seconds at the start of a line. The limit exceeds all
   * process ids of Linux.
   */
  private static final long PID_LIMIT = 1L << 23;

  private static final long NANOS = 1_000_000_000L;

  private final StraceLine line = new StraceLine();

  private boolean hasLookups;
  private boolean hasSeeks;
  private byte[] buffer = {};
  private int end;
  private int at;

  /** Lets the parser also report calls that only look up names; by default they are noise. */
  public void setLookups(boolean wanted) {
    hasLookups = wanted;
  }

  /** Lets the parser also report moves of positions; by default they are noise. */
  public void setSeeks(boolean wanted) {
    hasSeeks = wanted;
  }

  /**
   * Parses a line.
   *
   * @param to the end of the line, without its newline
   */
  public StraceLine parse(byte[] bytes, int from, int to) {
    start(bytes, from, to);
    skipSpaces();
    prefix();
    if (at >= end || isLeft()) {
      line.kind = LineKind.NOISE;
      return line;
    }
    switch (buffer[at]) {
      case '+' -> ending();
      case '-' -> line.kind = LineKind.NOISE;
      case '<' -> resumed();
      default -> call();
    }
    return line;
  }

  /**
   * Parses a call that was joined from two lines and has no prefix. Thread and time are those of
   * the last parsed line.
   */
  public StraceLine parseJoined(byte[] bytes, int from, int to) {
    int pid = line.thread;
    long timeNanos = line.timeNanos;
    start(bytes, from, to);
    line.thread = pid;
    line.timeNanos = timeNanos;
    call();
    return line;
  }

  /** Returns whether strace detached during the call, so that the end of the call is unknown. */
  private boolean isLeft() {
    int detached = end - DETACHED.length;
    return buffer[end - 1] == '>'
        && detached >= at
        && LineScan.matches(buffer, detached, end, DETACHED);
  }

  private void start(byte[] bytes, int from, int to) {
    buffer = bytes;
    at = from;
    end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    line.buffer = bytes;
    line.type = Syscall.OTHER;
    line.thread = 0;
    line.timeNanos = 0;
    line.result = 0;
    line.hasResult = false;
    line.failed = false;
    line.isInProgress = false;
    line.isAbsent = false;
    line.isNoDirectory = false;
    line.isTranslated = false;
    line.argumentCount = 0;
    line.decorationFrom = 0;
    line.decorationTo = 0;
    line.textFrom = from;
    line.textTo = to;
    line.problem = null;
  }

  private void malformed(String problem) {
    line.kind = LineKind.MALFORMED;
    line.problem = problem;
  }

  private void prefix() {
    if (at < end && buffer[at] == '[' && LineScan.matches(buffer, at, end, PID)) {
      at += PID.length;
      skipSpaces();
      line.thread = (int) decimal();
      skipPast(']');
    } else if (at < end && LineScan.isDigit(buffer[at])) {
      leadingNumber();
    }
    while (at < end && (LineScan.isDigit(buffer[at]) || buffer[at] == '[' || buffer[at] == '(')) {
      timeOrPointer();
    }
  }

  private void leadingNumber() {
    int start = at;
    long value = decimal();
    if (at < end && buffer[at] == ' ' && value < PID_LIMIT) {
      line.thread = (int) value;
      skipSpaces();
    } else {
      at = start;
    }
  }

  private void timeOrPointer() {
    if (buffer[at] == '[') {
      skipPast(']');
    } else if (buffer[at] == '(') {
      skipPast(')');
    } else {
      time();
    }
  }

  /** Reads seconds since 1970; skips times of day and relative times. */
  private void time() {
    long seconds = decimal();
    if (at < end && buffer[at] == '.') {
      at++;
      long nanos = fraction();
      line.timeNanos = seconds < PID_LIMIT ? line.timeNanos : seconds * NANOS + nanos;
    } else if (at < end && buffer[at] == ' ' && seconds >= PID_LIMIT) {
      line.timeNanos = seconds * NANOS;
    }
    while (at < end && buffer[at] != ' ') {
      at++;
    }
    skipSpaces();
  }

  private long fraction() {
    long value = 0;
    long unit = NANOS;
    while (at < end && LineScan.isDigit(buffer[at])) {
      if (unit > 1) {
        unit /= 10;
        value += (buffer[at] - '0') * unit;
      }
      at++;
    }
    return value;
  }

  private long decimal() {
    long value = 0;
    while (at < end && LineScan.isDigit(buffer[at])) {
      value = value * 10L + (buffer[at++] - '0');
    }
    return value;
  }

  private void skipSpaces() {
    while (at < end && (buffer[at] == ' ' || buffer[at] == '\t')) {
      at++;
    }
  }

  private void skipPast(char closing) {
    while (at < end && buffer[at] != closing) {
      at++;
    }
    at++;
    skipSpaces();
  }

  private void ending() {
    if (LineScan.matches(buffer, at, end, EXITED)) {
      line.kind = LineKind.EXITED;
      at += EXITED.length;
      line.result = decimal();
    } else if (LineScan.matches(buffer, at, end, KILLED)) {
      line.kind = LineKind.KILLED;
      line.result = 128L + SignalNumbers.number(buffer, at + KILLED.length, end);
    } else if (LineScan.matches(buffer, at, end, SUPERSEDED)) {
      line.kind = LineKind.SUPERSEDED;
      at += SUPERSEDED.length;
      line.result = decimal();
    } else {
      malformed("ends in an unknown way");
    }
  }

  /** Parses {@code <... read resumed>} and the end of the call. */
  private void resumed() {
    int name = at + 5;
    int nameEnd = nameEnd(name);
    if (nameEnd == name || !LineScan.matches(buffer, nameEnd + 1, end, RESUMED)) {
      malformed("resumes no call");
      return;
    }
    line.type = relevant(name, nameEnd);
    line.kind = line.type == Syscall.OTHER ? LineKind.NOISE : LineKind.RESUMED;
    at = nameEnd + 1 + RESUMED.length;
    skipSpaces(); // older versions write spaces here
    line.textFrom = at;
    line.textTo = end;
  }

  private Syscall relevant(int name, int nameEnd) {
    Syscall found = Syscall.find(buffer, name, nameEnd);
    boolean isUnwanted = (found.looksUp() && !hasLookups) || (found.seeks() && !hasSeeks);
    return isUnwanted ? Syscall.OTHER : found;
  }

  private int nameEnd(int from) {
    int p = from;
    while (p < end && LineScan.isWord(buffer[p])) {
      p++;
    }
    return p;
  }

  private void call() {
    int name = at;
    int nameEnd = nameEnd(name);
    if (nameEnd == name || nameEnd >= end || buffer[nameEnd] != '(') {
      notACall(name);
      return;
    }
    line.textFrom = name;
    line.type = relevant(name, nameEnd);
    if (line.type == Syscall.OTHER) {
      line.kind = LineKind.NOISE;
      return;
    }
    at = nameEnd + 1;
    cutTail();
    int closing = arguments();
    if (line.type == Syscall.IOCTL && !isRelevantRequest()) {
      line.kind = LineKind.NOISE;
    } else if (line.kind == LineKind.CALL) {
      finish(closing);
    }
  }

  /**
   * Returns whether an ioctl request shares data between files, finds the other end of a terminal,
   * or sets close-on-exec. Lets the third argument of a range request begin at the source
   * descriptor.
   */
  private boolean isRelevantRequest() {
    if (LineScan.matches(buffer, line.from(2), line.to(2), SOURCE)) {
      line.from[2] += SOURCE.length;
    }
    for (byte[] word : REQUESTS) {
      if (LineScan.matches(buffer, line.from(1), line.to(1), word)) {
        return true;
      }
    }
    return false;
  }

  private void notACall(int from) {
    if (LineScan.matches(buffer, from, end, STRACE)) {
      line.kind = LineKind.NOISE;
    } else {
      malformed("is not a system call");
    }
  }

  /** Removes the mark of a call that continues in a later line. Sets the kind of the line. */
  private void cutTail() {
    line.kind = LineKind.CALL;
    line.textTo = end;
    if (buffer[end - 1] != '>') {
      return;
    }
    int unfinished = end - UNFINISHED.length;
    if (unfinished >= at && LineScan.matches(buffer, unfinished, end, UNFINISHED)) {
      line.kind = LineKind.BEGUN;
      end = unfinished - 1;
    } else if (buffer[end - 2] == '.') {
      pidChanged();
    }
    line.textTo = end;
  }

  private void pidChanged() {
    int p = end - 1;
    while (p > at && buffer[p] != '<') {
      p--;
    }
    if (LineScan.matches(buffer, p, end, PID_CHANGED)) {
      line.kind = LineKind.PID_CHANGED;
      line.result = LineScan.number(buffer, p + PID_CHANGED.length, end);
      end = p - 1;
    }
  }

  /**
   * Finds the limits of each argument.
   *
   * @return the index of the closing parenthesis, or -1
   */
  private int arguments() {
    final byte[] bytes = buffer;
    final int last = end;
    int depth = 0;
    int start = at;
    int p = at;
    while (p < last) {
      byte b = bytes[p];
      if ((b >= '0' && b != '<' && b < '[') || (b >= '_' && b < '{')) {
        p++;
        continue;
      }
      switch (b) {
        case '"' -> {
          int after = LineScan.stringEnd(bytes, p + 1, last);
          p = after < 0 ? last : after - 1;
        }
        case '(', '[', '{' -> depth++;
        case ']', '}' -> depth--;
        case ')' -> {
          if (--depth < 0) {
            addArgument(start, p);
            return p;
          }
        }
        case ',' -> {
          if (depth == 0) {
            addArgument(start, p);
            start = p + 2;
          }
        }
        case '<' -> p = skipAngle(p, last);
        case '/' -> p = skipComment(p, last);
        default -> {
          // Not a separator.
        }
      }
      p++;
    }
    addArgument(start, last);
    return -1;
  }

  private void addArgument(int from, int to) {
    int n = line.argumentCount;
    if (from < to && n < StraceLine.MAX_ARGUMENTS) {
      line.from[n] = from;
      line.to[n] = to;
      line.argumentCount = n + 1;
    }
  }

  /**
   * Skips a decoration. Also skips the {@code <unfinished ...>} of a call during which the process
   * ended.
   */
  private int skipAngle(int p, int last) {
    boolean follows = p > at && LineScan.isWord(buffer[p - 1]);
    boolean shifts = p + 1 < last && buffer[p + 1] == '<';
    if (shifts) {
      return p + 1;
    }
    if (!follows && !LineScan.matches(buffer, p, last, UNFINISHED)) {
      return p;
    }
    int after = LineScan.decorationEnd(buffer, p + 1, last);
    return after < 0 ? last : after - 1;
  }

  private int skipComment(int p, int last) {
    if (p + 1 >= last || buffer[p + 1] != '*') {
      return p;
    }
    for (int q = p + 2; q + 1 < last; q++) {
      if (buffer[q] == '*' && buffer[q + 1] == '/') {
        return q + 1;
      }
    }
    return last;
  }

  private void finish(int closing) {
    if (closing < 0) {
      malformed("has no end");
      return;
    }
    at = closing + 1;
    skipSpaces();
    if (at >= end || buffer[at] != '=') {
      malformed("has no result");
      return;
    }
    at++;
    skipSpaces();
    result();
  }

  private void result() {
    int from = at;
    if (from >= end) {
      malformed("has no result");
    } else if (buffer[from] == '?') {
      line.hasResult = false;
    } else if (LineScan.isNumber(buffer, from, end)) {
      line.hasResult = true;
      line.result = LineScan.number(buffer, from, end);
      at = LineScan.numberEnd(buffer, from, end);
      if (line.type.startsTask()) {
        translate(from);
      } else {
        afterResult();
      }
    } else {
      malformed("has no result");
    }
  }

  /** Replaces the caller's id by the id that strace uses, if a comment contains one. */
  private void translate(int from) {
    long translated = LineScan.translatedPid(buffer, from, end);
    line.isTranslated = translated != 0;
    if (line.isTranslated) {
      line.result = translated;
    }
    line.failed = line.result == -1;
  }

  private void afterResult() {
    if (at < end && buffer[at] == '<') {
      int after = LineScan.decorationEnd(buffer, at + 1, end);
      line.decorationFrom = at + 1;
      line.decorationTo = after < 0 ? end : after - 1;
    } else if (line.result == -1) {
      line.failed = at + 1 < end && buffer[at + 1] == 'E';
      line.isInProgress = line.failed && LineScan.matches(buffer, at + 1, end, IN_PROGRESS);
      line.isAbsent = line.failed && LineScan.matches(buffer, at + 1, end, ABSENT);
      line.isNoDirectory = line.failed && LineScan.matches(buffer, at + 1, end, NO_DIRECTORY);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
