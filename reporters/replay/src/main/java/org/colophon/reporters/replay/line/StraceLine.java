package org.colophon.reporters.replay.line;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * A parsed line: offsets into the buffer that contains the line. Valid until the next line or a
 * change of the buffer. For a missing argument, methods return 0, empty or false.
 */
public final class StraceLine {
  /** Calls have at most six arguments; strace prints at most seven. */
  static final int MAX_ARGUMENTS = 16;

  private static final int MAX_ERROR = 4095;

  /** Text that precedes each buffer in a list of buffers. */
  private static final byte[] BUFFER = "iov_base=".getBytes(StandardCharsets.US_ASCII);

  /** Text that precedes the length of each message in a list of messages. */
  private static final byte[] LENGTH = " msg_len=".getBytes(StandardCharsets.US_ASCII);

  /** End of a list that strace shortened. */
  private static final byte[] REST = "...]".getBytes(StandardCharsets.US_ASCII);

  /** The descriptor that means the working directory. */
  public static final int AT_FDCWD = -100;

  private static final byte[] NO_TEXT = new byte[0];

  /** Arguments of a call that was set without text; null for a parsed line. */
  private long[] numbers;

  byte[] buffer;
  LineKind kind;
  Syscall call;
  int pid;
  long timeNanos;
  long number;
  boolean hasResult;
  boolean failed;
  boolean inProgress;
  boolean isTranslated;
  int argumentCount;
  final int[] from = new int[MAX_ARGUMENTS];
  final int[] to = new int[MAX_ARGUMENTS];
  int decorationFrom;
  int decorationTo;
  int textFrom;
  int textTo;
  String problem;

  /**
   * Sets a complete call whose arguments are all numbers, instead of parsing a line. An instance
   * that is set by this method is never parsed.
   *
   * @param result the result that Linux returned; -4095 to -1 for errors
   * @param arguments the numbers; this line uses the array until the next call of this method
   */
  public StraceLine set(int thread, Syscall called, long[] arguments, long result) {
    kind = LineKind.CALL;
    pid = thread;
    call = called;
    numbers = arguments;
    argumentCount = arguments.length;
    hasResult = true;
    failed = result < 0 && result >= -MAX_ERROR;
    number = failed ? -1 : result;
    buffer = NO_TEXT;
    return this;
  }

  public LineKind kind() {
    return kind;
  }

  /** Returns the call; {@link Syscall#OTHER} if none is relevant. */
  public Syscall call() {
    return call;
  }

  /** Returns the thread's id; 0 if unknown. */
  public int pid() {
    return pid;
  }

  /** Returns nanoseconds since 1970; 0 if unknown. */
  public long timeNanos() {
    return timeNanos;
  }

  /** Returns the result of a call, or the number that {@link LineKind} describes. */
  public long number() {
    return number;
  }

  /** Returns whether the call returned without error. */
  public boolean succeeded() {
    return hasResult && !failed;
  }

  /** Returns whether the call returned EINPROGRESS, so that it continues in the background. */
  public boolean isInProgress() {
    return inProgress;
  }

  /** Returns whether the result was translated from the caller's PID namespace. */
  public boolean isTranslated() {
    return isTranslated;
  }

  /** Returns the reason why a line is {@link LineKind#MALFORMED}. */
  public String problem() {
    return problem;
  }

  public byte[] buffer() {
    return buffer;
  }

  /**
   * Returns the offset of the text that belongs to this part of the call, before it is joined with
   * the other part.
   */
  public int textFrom() {
    return textFrom;
  }

  public int textTo() {
    return textTo;
  }

  public int argumentCount() {
    return argumentCount;
  }

  /** Returns the offset of an argument. */
  public int from(int argument) {
    return argument < argumentCount ? from[argument] : textTo;
  }

  public int to(int argument) {
    return argument < argumentCount ? to[argument] : textTo;
  }

  /** Returns an argument as a number. The name AT_FDCWD counts as {@link #AT_FDCWD}. */
  public long longAt(int argument) {
    if (numbers != null) {
      return argument < argumentCount ? numbers[argument] : 0;
    }
    return argument < argumentCount ? LineScan.number(buffer, from[argument], to[argument]) : 0;
  }

  /** Returns an argument as a descriptor. */
  public int fdAt(int argument) {
    return (int) longAt(argument);
  }

  /** Returns an argument as the id that strace uses for a process or thread. */
  public int pidAt(int argument) {
    long translated =
        argument < argumentCount ? LineScan.translatedPid(buffer, from[argument], to[argument]) : 0;
    return translated == 0 ? (int) longAt(argument) : (int) translated;
  }

  /** Returns whether the argument is a number, or a known name for a number. */
  public boolean isNumber(int argument) {
    return argument < argumentCount
        && (numbers != null || LineScan.isNumber(buffer, from[argument], to[argument]));
  }

  public boolean has(int argument, Flag flag) {
    if (numbers != null) {
      return argument < argumentCount && flag.isIn(numbers[argument]);
    }
    return argument < argumentCount && flag.isIn(buffer, from[argument], to[argument]);
  }

  /** Returns whether any argument contains the flag, even inside a structure. */
  public boolean hasAnywhere(Flag flag) {
    return argumentCount > 0 && flag.isWordIn(buffer, from[0], to[argumentCount - 1]);
  }

  /** Returns whether the argument is a quoted string, such as a path. */
  public boolean isString(int argument) {
    return argument < argumentCount
        && from[argument] < to[argument]
        && buffer[from[argument]] == '"';
  }

  /** Returns a quoted argument without escapes; empty if the argument is not quoted. */
  public Bytes stringAt(int argument) {
    return isString(argument)
        ? LineScan.unquote(buffer, from[argument], to[argument])
        : Bytes.EMPTY;
  }

  /** Returns the joined content of all listed buffers; empty if there are none. */
  public Bytes buffersAt(int argument) {
    Bytes all = Bytes.EMPTY;
    int end = to(argument);
    for (int p = from(argument); p < end; p++) {
      if (buffer[p] == '"') {
        int behind = LineScan.stringEnd(buffer, p + 1, end);
        int stop = behind < 0 ? end : behind;
        if (isPrecededBy(BUFFER, p, from(argument))) {
          all = all.concat(LineScan.unquote(buffer, p, stop));
        }
        p = stop - 1;
      }
    }
    return all;
  }

  /** Returns whether a list was shortened, so that its last elements are unknown. */
  public boolean isCut(int argument) {
    int end = to(argument);
    return end - REST.length >= from(argument)
        && LineScan.matches(buffer, end - REST.length, end, REST);
  }

  /** Returns the total length of all listed messages; -1 if unknown. */
  public long messageBytesAt(int argument) {
    long sum = -1;
    int end = to(argument);
    for (int p = from(argument); p < end; p++) {
      if (buffer[p] == '"') {
        int behind = LineScan.stringEnd(buffer, p + 1, end);
        p = behind < 0 ? end : behind - 1;
      } else if (buffer[p] == ' ' && LineScan.matches(buffer, p, end, LENGTH)) {
        sum = Math.max(sum, 0) + LineScan.number(buffer, p + LENGTH.length, end);
      }
    }
    return sum;
  }

  private boolean isPrecededBy(byte[] word, int at, int first) {
    int begin = at - word.length;
    return begin >= first && Arrays.equals(buffer, begin, at, word, 0, word.length);
  }

  /** Returns the {@code strace -y} decoration of an argument, or empty. */
  public Bytes decorationAt(int argument) {
    return argument < argumentCount
        ? LineScan.decoration(buffer, from[argument], to[argument])
        : Bytes.EMPTY;
  }

  /** Returns the {@code strace -y} decoration of the result, or empty. */
  public Bytes resultDecoration() {
    return decorationFrom == decorationTo
        ? Bytes.EMPTY
        : LineScan.decorated(buffer, decorationFrom, decorationTo);
  }
}
