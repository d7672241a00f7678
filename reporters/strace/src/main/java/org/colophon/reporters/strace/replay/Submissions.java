package org.colophon.reporters.strace.replay;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.strace.line.Scan;
import org.colophon.reporters.strace.line.StraceLine;

/**
 * Native asynchronous reads and writes. They count when submitted; the number of bytes is unknown.
 */
final class Submissions {
  private static final byte[] KIND = ascii("aio_lio_opcode=IOCB_CMD_");
  private static final byte[] DESCRIPTOR = ascii("aio_fildes=");
  private static final byte[] READ = ascii("PREAD");
  private static final byte[] WRITE = ascii("PWRITE");

  private final Report report;
  private final Descriptors descriptors;

  Submissions(Report report, Descriptors descriptors) {
    this.report = report;
    this.descriptors = descriptors;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reports the submitted requests, which are the first of the list. */
  void handle(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    int p = line.from(2);
    for (long left = line.number(); left > 0; left--) {
      int kind = behind(line, KIND, p);
      int descriptor = kind < 0 ? -1 : behind(line, DESCRIPTOR, kind);
      if (descriptor < 0) {
        report.sink.gap(task.process.id, GapCause.UNKNOWN_CALL, left, report.nowNanos);
        return;
      }
      if (Scan.matches(line.buffer(), kind, descriptor, READ)) {
        move(task, line, descriptor, OperationKind.READ);
      } else if (Scan.matches(line.buffer(), kind, descriptor, WRITE)) {
        move(task, line, descriptor, OperationKind.WRITE);
      }
      p = descriptor;
    }
  }

  private void move(Task task, StraceLine line, int at, OperationKind kind) {
    int fd = (int) Scan.number(line.buffer(), at, line.to(2));
    Bytes decoration = Scan.decoration(line.buffer(), at, line.to(2));
    OpenFile file = descriptors.find(task, fd, decoration, kind == OperationKind.READ);
    if (file != null && !file.isMirrored) {
      task.descriptors.use(fd);
      long object = kind == OperationKind.READ ? file.read : file.write;
      report.access(kind, Phase.WHOLE, task.process, object, 0);
    }
  }

  /** Returns the index after the next such word outside quoted text; -1 if there is none. */
  private static int behind(StraceLine line, byte[] word, int from) {
    byte[] buffer = line.buffer();
    int to = line.to(2);
    for (int p = from; p < to; p++) {
      if (buffer[p] == '"') {
        int end = Scan.stringEnd(buffer, p + 1, to);
        p = end < 0 ? to : end - 1;
      } else if (Scan.matches(buffer, p, to, word)) {
        return p + word.length;
      }
    }
    return -1;
  }
}
