// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.replay.syscall.Flag;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.colophon.reporters.replay.syscall.StringList;
import org.colophon.reporters.replay.syscall.SubmittedRequest;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * A parsed line: offsets into the buffer that contains the line. Valid until the next line or a
 * change of the buffer. Decodes arguments without throwing exceptions.
 */
public final class StraceLine extends SystemCall {
  /** Calls have at most six arguments; strace prints at most seven. */
  static final int MAX_ARGUMENTS = 16;

  private static final byte[] BUFFER = ascii("iov_base=\"");
  private static final byte[] LENGTH = ascii(" msg_len=");
  private static final byte[] PORT = ascii("port=htons(");
  private static final byte[] UNIX = ascii("sun_path=");
  private static final byte[] NAME = ascii("msg_name={");
  private static final byte[] RIGHTS = ascii("SCM_RIGHTS, cmsg_data=[");
  private static final byte[] REQUEST = ascii("aio_lio_opcode=IOCB_CMD_");
  private static final byte[] REQUEST_FD = ascii("aio_fildes=");
  private static final byte[] PREAD = ascii("PREAD");
  private static final byte[] PWRITE = ascii("PWRITE");
  private static final byte[] CLOSING = ascii("}");

  /** Mark after a string that strace shortened, and at the end of such a list. */
  private static final byte[] REST = ascii("...");

  private static final byte[] LIST_REST = ascii("...]");

  /** First letters of a list, and of NULL. Other text means that strace does not show the list. */
  private static final String SHOWN = "[N";

  byte[] buffer = {};
  LineKind kind = LineKind.NOISE;
  long timeNanos;
  final int[] from = new int[MAX_ARGUMENTS];
  final int[] to = new int[MAX_ARGUMENTS];
  int decorationFrom;
  int decorationTo;
  int textFrom;
  int textTo;
  @Nullable String problem;

  private static byte[] ascii(String text) {
    return Bytes.of(text).toArray();
  }

  public LineKind kind() {
    return kind;
  }

  /** Returns nanoseconds since 1970; 0 if unknown. */
  public long timeNanos() {
    return timeNanos;
  }

  /** Returns the reason why a line is {@link LineKind#MALFORMED}; null for other lines. */
  public @Nullable String problem() {
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

  /** Returns the offset of an argument. */
  int from(int argument) {
    return argument < argumentCount ? from[argument] : textTo;
  }

  int to(int argument) {
    return argument < argumentCount ? to[argument] : textTo;
  }

  private boolean startsWith(int argument, char letter) {
    return from(argument) < to(argument) && buffer[from(argument)] == letter;
  }

  /** Returns the end of the next occurrence of a word outside of quoted text; -1 if none. */
  private int after(byte[] word, int start, int end) {
    for (int p = start; p < end; p++) {
      if (buffer[p] == word[0] && LineScan.matches(buffer, p, end, word)) {
        return p + word.length;
      }
      if (buffer[p] == '"') {
        int quoteEnd = LineScan.stringEnd(buffer, p + 1, end);
        p = quoteEnd < 0 ? end : quoteEnd - 1;
      }
    }
    return -1;
  }

  @Override
  public long longAt(int argument) {
    int start = from(argument);
    boolean isPointer = startsWith(argument, '[');
    return LineScan.number(buffer, isPointer ? start + 1 : start, to(argument));
  }

  @Override
  public int pidAt(int argument) {
    long translated = LineScan.translatedPid(buffer, from(argument), to(argument));
    return translated == 0 ? super.pidAt(argument) : (int) translated;
  }

  @Override
  public boolean isNumber(int argument) {
    return LineScan.isNumber(buffer, from(argument), to(argument));
  }

  @Override
  public boolean has(int argument, Flag flag) {
    boolean isNumber = flag.isShownAsNumber() && startsWith(argument, '0');
    return isNumber
        ? flag.isIn(longAt(argument))
        : LineScan.hasWord(buffer, from(argument), to(argument), flag.name());
  }

  @Override
  public boolean hasCloneFlag(Flag flag) {
    return argumentCount > 0
        && LineScan.hasWord(buffer, from[0], to[argumentCount - 1], flag.name());
  }

  @Override
  public boolean isString(int argument) {
    return startsWith(argument, '"');
  }

  @Override
  public Bytes stringAt(int argument) {
    return isString(argument)
        ? LineScan.unquote(buffer, from[argument], to[argument])
        : Bytes.EMPTY;
  }

  @Override
  public StringList stringsAt(int argument) {
    List<Bytes> texts = new ArrayList<>();
    BitSet cut = new BitSet();
    int end = to(argument);
    int p = from(argument);
    while (p < end && buffer[p] != '.') {
      if (buffer[p] != '"') {
        p++;
        continue;
      }
      int quoteEnd = LineScan.stringEnd(buffer, p + 1, end);
      quoteEnd = quoteEnd < 0 ? end : quoteEnd;
      boolean isCut = LineScan.matches(buffer, quoteEnd, end, REST);
      cut.set(texts.size(), isCut);
      texts.add(LineScan.unquote(buffer, p, quoteEnd));
      p = isCut ? quoteEnd + REST.length : quoteEnd;
    }
    boolean isShown = from(argument) < end && SHOWN.indexOf(buffer[from(argument)]) >= 0;
    return new StringList(texts, cut, isShown, p < end);
  }

  @Override
  public Bytes buffersAt(int argument) {
    Bytes all = Bytes.EMPTY;
    int end = to(argument);
    int p = after(BUFFER, from(argument), end);
    while (p >= 0) {
      all = all.concat(LineScan.unquote(buffer, p - 1, end));
      p = after(BUFFER, p - 1, end);
    }
    return all;
  }

  /** Returns the two descriptors of a list such as {@code [3, 4]}. */
  @Override
  public int[] pairAt(int argument) {
    if (!startsWith(argument, '[')) {
      return super.pairAt(argument);
    }
    int end = to(argument);
    int second = from(argument);
    while (second < end && buffer[second] != ' ') {
      second++;
    }
    return new int[] {fdAt(argument), (int) LineScan.number(buffer, second + 1, end)};
  }

  @Override
  public @Nullable SocketAddress addressAt(int argument, UnaryOperator<Bytes> absolute) {
    return address(from(argument), to(argument), absolute);
  }

  private @Nullable SocketAddress address(int start, int end, UnaryOperator<Bytes> absolute) {
    int path = after(UNIX, start, end);
    if (path >= 0 && path < end) {
      boolean isAbstract = buffer[path] == '@';
      Bytes name = LineScan.unquote(buffer, isAbstract ? path + 1 : path, end);
      return SocketAddress.unix(isAbstract, isAbstract ? name : absolute.apply(name));
    }
    int port = after(PORT, start, end);
    int quote = port < 0 ? end : port;
    while (quote < end && buffer[quote] != '"') {
      quote++;
    }
    return quote >= end
        ? null
        : new SocketAddress(
            LineScan.unquote(buffer, quote, end).display(),
            (int) LineScan.number(buffer, port, end));
  }

  @Override
  public Set<SocketAddress> addressesAt(int argument, UnaryOperator<Bytes> absolute) {
    Set<SocketAddress> found = new LinkedHashSet<>();
    int name = after(NAME, from(argument), to(argument));
    while (name >= 0) {
      int closing = after(CLOSING, name, to(argument));
      int end = closing < 0 ? to(argument) : closing;
      SocketAddress address = address(name, end, absolute);
      if (address != null) {
        found.add(address);
      }
      name = after(NAME, end, to(argument));
    }
    return found;
  }

  @Override
  public boolean isCut(int argument) {
    int rest = to(argument) - LIST_REST.length;
    return rest >= from(argument) && LineScan.matches(buffer, rest, to(argument), LIST_REST);
  }

  @Override
  public long messageBytesAt(int argument) {
    long sum = -1;
    int p = after(LENGTH, from(argument), to(argument));
    while (p >= 0) {
      sum = Math.max(sum, 0) + LineScan.number(buffer, p, to(argument));
      p = after(LENGTH, p, to(argument));
    }
    return sum;
  }

  /** Ignores similar text in calls without control data. */
  @Override
  public int[] passedDescriptors() {
    boolean hasControl = type != Syscall.SENDTO && type != Syscall.RECVFROM;
    int start = hasControl ? after(RIGHTS, from(1), to(1)) : -1;
    List<Integer> found = new ArrayList<>();
    for (int p = start; start >= 0 && p < to(1) && buffer[p] != ']'; p++) {
      if (p == start || buffer[p - 1] == ' ') {
        found.add((int) LineScan.number(buffer, p, to(1)));
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public List<SubmittedRequest> requestsAt(int argument) {
    List<SubmittedRequest> found = new ArrayList<>();
    int end = to(argument);
    int kind = after(REQUEST, from(argument), end);
    int fd = kind < 0 ? -1 : after(REQUEST_FD, kind, end);
    while (fd >= 0) {
      boolean isRead = LineScan.matches(buffer, kind, end, PREAD);
      boolean isWrite = LineScan.matches(buffer, kind, end, PWRITE);
      found.add(
          new SubmittedRequest(
              isRead ? OperationKind.READ : isWrite ? OperationKind.WRITE : null,
              (int) LineScan.number(buffer, fd, end),
              LineScan.decoration(buffer, fd, end)));
      kind = after(REQUEST, fd, end);
      fd = kind < 0 ? -1 : after(REQUEST_FD, kind, end);
    }
    return found;
  }

  @Override
  public Bytes decorationAt(int argument) {
    return LineScan.decoration(buffer, from(argument), to(argument));
  }

  @Override
  public Bytes resultDecoration() {
    return decorationFrom == decorationTo
        ? Bytes.EMPTY
        : LineScan.decorated(buffer, decorationFrom, decorationTo);
  }
}
