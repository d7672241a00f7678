package org.colophon.reporters.strace.line;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * One line, taken apart: offsets into the buffer that holds it. Belongs to the parser that fills
 * it, and is good until the next line or until the buffer changes. Asking for an argument that is
 * not there gives 0, an empty string or false, so a strange line cannot do harm.
 */
public final class StraceLine {
  /** No call has more arguments than six; strace never writes more than seven. */
  static final int MAX_ARGUMENTS = 16;

  /** Stands before each buffer of a list. */
  private static final byte[] BUFFER = "iov_base=".getBytes(StandardCharsets.US_ASCII);

  /** Stands behind each message of a list; a control message's length has another name. */
  private static final byte[] LENGTH = " msg_len=".getBytes(StandardCharsets.US_ASCII);

  /** The descriptor that stands for the working folder. */
  public static final int AT_FDCWD = -100;

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

  /** What the line says. */
  public LineKind kind() {
    return kind;
  }

  /** The call, {@link Syscall#OTHER} if there is none that matters. */
  public Syscall call() {
    return call;
  }

  /** The thread whose line it is, 0 if strace did not say. */
  public int pid() {
    return pid;
  }

  /** Nanoseconds since 1970, 0 if strace did not say. */
  public long timeNanos() {
    return timeNanos;
  }

  /** The result of a call, or what {@link LineKind} says of the number. */
  public long number() {
    return number;
  }

  /** Whether the call returned and did not fail. */
  public boolean succeeded() {
    return hasResult && !failed;
  }

  /** Whether the call failed with EINPROGRESS: it goes on by itself. */
  public boolean isInProgress() {
    return inProgress;
  }

  /** Whether the result is a process that the caller, in its PID namespace, knows otherwise. */
  public boolean isTranslated() {
    return isTranslated;
  }

  /** Why a line is {@link LineKind#MALFORMED}. */
  public String problem() {
    return problem;
  }

  public byte[] buffer() {
    return buffer;
  }

  /** Where the text begins that {@link LineKind#RESUMED} must be joined to, or continues with. */
  public int textFrom() {
    return textFrom;
  }

  public int textTo() {
    return textTo;
  }

  public int argumentCount() {
    return argumentCount;
  }

  /** Where the argument begins, for readers of its inner structure. */
  public int from(int argument) {
    return argument < argumentCount ? from[argument] : textTo;
  }

  public int to(int argument) {
    return argument < argumentCount ? to[argument] : textTo;
  }

  /** An argument as a number, decimal, octal or hexadecimal; {@link #AT_FDCWD} for that name. */
  public long longAt(int argument) {
    return argument < argumentCount ? Scan.number(buffer, from[argument], to[argument]) : 0;
  }

  /** An argument as a descriptor. */
  public int fdAt(int argument) {
    return (int) longAt(argument);
  }

  /** An argument as the id that strace knows a process or thread by. */
  public int pidAt(int argument) {
    long translated =
        argument < argumentCount ? Scan.translatedPid(buffer, from[argument], to[argument]) : 0;
    return translated == 0 ? (int) longAt(argument) : (int) translated;
  }

  /** Whether the argument is a number or a known name for one. */
  public boolean isNumber(int argument) {
    return argument < argumentCount && Scan.isNumber(buffer, from[argument], to[argument]);
  }

  /** Whether the argument contains the word, delimited as flags are. */
  public boolean has(int argument, Flag flag) {
    return argument < argumentCount && flag.isIn(buffer, from[argument], to[argument]);
  }

  /** Whether any argument contains the word; for calls whose flags are inside a structure. */
  public boolean hasAnywhere(Flag flag) {
    return argumentCount > 0 && flag.isWordIn(buffer, from[0], to[argumentCount - 1]);
  }

  /** Whether the argument is a quoted string, such as a path. */
  public boolean isString(int argument) {
    return argument < argumentCount
        && from[argument] < to[argument]
        && buffer[from[argument]] == '"';
  }

  /** A quoted argument with its escapes undone; empty if it is none. */
  public Bytes stringAt(int argument) {
    return isString(argument) ? Scan.unquote(buffer, from[argument], to[argument]) : Bytes.EMPTY;
  }

  /** All that the buffers hold that an argument lists, with escapes undone; empty if none. */
  public Bytes buffersAt(int argument) {
    Bytes all = Bytes.EMPTY;
    int end = to(argument);
    for (int p = from(argument); p < end; p++) {
      if (buffer[p] == '"') {
        int behind = Scan.stringEnd(buffer, p + 1, end);
        int stop = behind < 0 ? end : behind;
        if (isBehind(BUFFER, p, from(argument))) {
          all = all.concat(Scan.unquote(buffer, p, stop));
        }
        p = stop - 1;
      }
    }
    return all;
  }

  /** How many bytes all messages have that an argument lists, -1 if it does not say. */
  public long messageBytesAt(int argument) {
    long sum = -1;
    int end = to(argument);
    for (int p = from(argument); p < end; p++) {
      if (buffer[p] == '"') {
        int behind = Scan.stringEnd(buffer, p + 1, end);
        p = behind < 0 ? end : behind - 1;
      } else if (buffer[p] == ' ' && Scan.matches(buffer, p, end, LENGTH)) {
        sum = Math.max(sum, 0) + Scan.number(buffer, p + LENGTH.length, end);
      }
    }
    return sum;
  }

  private boolean isBehind(byte[] word, int at, int first) {
    int begin = at - word.length;
    return begin >= first && Arrays.equals(buffer, begin, at, word, 0, word.length);
  }

  /** What {@code strace -y} says of a descriptor argument; empty if nothing. */
  public Bytes decorationAt(int argument) {
    return argument < argumentCount
        ? Scan.decoration(buffer, from[argument], to[argument])
        : Bytes.EMPTY;
  }

  /** What {@code strace -y} says of the descriptor that is the result; empty if nothing. */
  public Bytes resultDecoration() {
    return decorationFrom == decorationTo
        ? Bytes.EMPTY
        : Scan.decorated(buffer, decorationFrom, decorationTo);
  }
}
