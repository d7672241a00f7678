package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import org.colophon.reporters.ebpf.kernel.Head;

/** Arguments of system calls in the notation of strace. */
final class ArgumentText {
  static final int SENDMSG = 46;
  static final int RECVMSG = 47;

  private static final int RECVMMSG = 299;
  private static final int SENDMMSG = 307;
  private static final int READ = 0;
  private static final int RECVFROM = 45;
  private static final int OWN_ADDRESS = 511;

  private static final int ARGUMENTS = 6;
  private static final int SOCKETPAIR = 53;
  private static final int CLOSE_ON_EXEC = 02000000;
  private static final int RIGHTS = 1;
  private static final int CONTROL_HEADER = 16;

  /** Layout of each message of a call with several messages; same as in colophon.bpf.c. */
  private static final int MESSAGE_BYTES = 384;

  private static final int MESSAGE_NAME = 16;
  private static final int MESSAGE_CONTROL = 144;

  private ArgumentText() {}

  /** Appends all arguments of a call. */
  static void append(LineBuffer line, ByteBuffer memory, int at) {
    int number = memory.getInt(at + Head.NUMBER);
    int data = at + Head.BYTES;
    for (int i = 0; i < ARGUMENTS; i++) {
      line.put(i == 0 ? "" : ", ");
      if (CallNames.isText(number, i)) {
        boolean isFirst = data == at + Head.BYTES;
        int length = memory.getInt(at + (isFirst ? Head.FIRST : Head.SECOND));
        line.quoted(memory, data, data + Math.max(0, length - 1));
        data += length;
      } else if (!isData(line, memory, at, number, i)) {
        number(line, number, i, memory.getLong(at + Head.ARGUMENTS + 8 * i));
      }
    }
  }

  private static boolean isData(LineBuffer line, ByteBuffer memory, int at, int number, int i) {
    int first = memory.getInt(at + Head.FIRST);
    int data = at + Head.BYTES;
    boolean isPair = i == (number == SOCKETPAIR ? 3 : 0);
    boolean isAddress = i == (number == 44 || number == RECVFROM ? 4 : 1);
    if (number == RECVFROM && i == 1) {
      int received = data + first;
      line.quoted(memory, received, received + memory.getInt(at + Head.SECOND));
      return true;
    }
    switch (number) {
      case READ -> {
        if (i == 1) {
          line.quoted(memory, data, data + first);
        }
        return i == 1;
      }
      case 22, 293, SOCKETPAIR -> {
        if (isPair && first == 8) {
          line.put('[').decimal(memory.getInt(data)).put(", ");
          line.decimal(memory.getInt(data + 4)).put(']');
        }
        return isPair && first == 8;
      }
      case 42, 43, 44, RECVFROM, 49, 51, 288, OWN_ADDRESS -> {
        if (isAddress) {
          AddressText.append(line, memory, data, first);
        }
        return isAddress;
      }
      case SENDMSG, RECVMSG -> {
        if (i == 1) {
          int control = memory.getInt(at + Head.SECOND);
          message(line, memory, data, first, data + first, control);
        }
        return i == 1;
      }
      case SENDMMSG, RECVMMSG -> {
        if (i == 1) {
          messages(line, memory, at);
        }
        return i == 1;
      }
      default -> {
        return false;
      }
    }
  }

  /** Appends the messages of a call. Dots represent messages that were not copied. */
  private static void messages(LineBuffer line, ByteBuffer memory, int at) {
    boolean isBegin = memory.getInt(at + Head.KIND) == Head.BEGUN;
    long count = memory.getLong(at + (isBegin ? Head.ARGUMENTS + 16 : Head.RESULT));
    int known = memory.getInt(at + Head.FIRST) / MESSAGE_BYTES;
    line.put('[');
    for (int i = 0; i < known; i++) {
      int from = at + Head.BYTES + i * MESSAGE_BYTES;
      int name = from + MESSAGE_NAME;
      int control = from + MESSAGE_CONTROL;
      line.put(i == 0 ? "{msg_hdr=" : ", {msg_hdr=");
      message(line, memory, name, memory.getInt(from), control, memory.getInt(from + 4));
      if (!isBegin) {
        line.put(", msg_len=").decimal(memory.getInt(from + 8));
      }
      line.put('}');
    }
    line.put(known < (int) count ? "...]" : "]");
  }

  private static void message(
      LineBuffer line, ByteBuffer memory, int name, int length, int control, int controlBytes) {
    line.put("{msg_name=");
    AddressText.append(line, memory, name, length);
    int from = control;
    int end = from + controlBytes;
    line.put(", msg_control=[");
    while (from + CONTROL_HEADER <= end) {
      long size = memory.getLong(from);
      boolean isRights = memory.getInt(from + 8) == 1 && memory.getInt(from + 12) == RIGHTS;
      if (size < CONTROL_HEADER || from + size > end) {
        break;
      }
      if (isRights) {
        line.put("{cmsg_type=SCM_RIGHTS, cmsg_data=[");
        for (int fd = from + CONTROL_HEADER; fd + 4 <= from + size; fd += 4) {
          line.put(fd == from + CONTROL_HEADER ? "" : ", ").decimal(memory.getInt(fd));
        }
        line.put("]}");
      }
      from += (int) (size + 7) & -8;
    }
    line.put("]}");
  }

  /** Appends a number, or its symbolic names if the replay needs them. */
  private static void number(LineBuffer line, int call, int i, long value) {
    String word = word(call, i, (int) value);
    if (word.isEmpty()) {
      line.hex(value);
    } else {
      line.put(word);
    }
  }

  /** Returns the symbolic name of a number; empty if it has none. */
  private static String word(int call, int argument, int value) {
    return switch (call << 3 | argument) {
      case 72 << 3 | 1 -> value == 0 ? "F_DUPFD" : value == 2 ? "F_SETFD" : "F_DUPFD_CLOEXEC";
      case 16 << 3 | 1 -> request(value);
      case 41 << 3 -> family(value);
      case 41 << 3 | 1 -> socketType(value);
      case 133 << 3 | 1, 259 << 3 | 2 -> mode(value);
      case 30 << 3 | 2 -> (value & 010000) == 0 ? "" : "SHM_RDONLY";
      case 101 << 3 -> ptrace(value);
      case 250 << 3 -> "KEYCTL_READ";
      case 290 << 3 | 1, 283 << 3 | 1, 291 << 3, 294 << 3, 323 << 3, 289 << 3 | 3 ->
          closeOnExec(value);
      default -> "";
    };
  }

  private static String closeOnExec(int flags) {
    return (flags & CLOSE_ON_EXEC) == 0
        ? ""
        : "EFD_CLOEXEC|TFD_CLOEXEC|SFD_CLOEXEC|IN_CLOEXEC|EPOLL_CLOEXEC";
  }

  private static String request(int value) {
    return switch (value) {
      case 0x40049409 -> "FICLONE";
      case 0x4020940d -> "FICLONERANGE";
      case 0x5451 -> "FIOCLEX";
      case 0x80045430 -> "TIOCGPTN";
      case 0x5441 -> "TIOCGPTPEER";
      default -> "FIONCLEX";
    };
  }

  private static String family(int value) {
    return switch (value) {
      case 1 -> "AF_UNIX";
      case 2 -> "AF_INET";
      case 10 -> "AF_INET6";
      default -> "";
    };
  }

  private static String socketType(int value) {
    String type = (value & 15) == 2 ? "SOCK_DGRAM" : "SOCK_STREAM";
    return (value & CLOSE_ON_EXEC) == 0 ? type : type + "|SOCK_CLOEXEC";
  }

  private static String mode(int value) {
    return switch (value & 0170000) {
      case 0010000 -> "S_IFIFO";
      case 0140000 -> "S_IFSOCK";
      case 0, 0100000 -> "S_IFREG";
      default -> "";
    };
  }

  private static String ptrace(int value) {
    return switch (value) {
      case 1 -> "PTRACE_PEEKTEXT";
      case 2 -> "PTRACE_PEEKDATA";
      case 4 -> "PTRACE_POKETEXT";
      case 5 -> "PTRACE_POKEDATA";
      default -> "";
    };
  }
}
