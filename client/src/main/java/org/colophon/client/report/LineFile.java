// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.EnumSet;
import java.util.Set;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * Appends queued operations to a file, as lines of the service's format. Leaves out units and
 * positions, which such a file cannot have. One thread.
 */
final class LineFile implements Runnable {
  private static final int MAX_WRITE_BYTES = 1 << 20;
  private static final Set<Call> UNITS =
      EnumSet.of(Call.BEGIN, Call.NOTE, Call.POSITION, Call.WHERE);

  private final FileChannel file;
  private final OperationQueue queue;
  private final LineEncoder encoder;

  LineFile(FileChannel file, OperationQueue queue) {
    this.file = file;
    this.queue = queue;
    this.encoder = new LineEncoder(id -> queue.ids().global(id));
  }

  @Override
  public void run() {
    try {
      for (long last = queue.awaitWork(); last != 0; last = queue.awaitWork()) {
        append(last);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      queue.fail(ErrorCode.INTERRUPTED.exception("interrupted while writing to the outbox", e));
    } catch (IOException e) {
      queue.fail(IoFailure.of("write", "the outbox", e));
    } catch (ColophonException e) {
      queue.fail(e);
    } catch (RuntimeException | Error e) {
      queue.fail(ErrorCode.IO_FAILED.exception("cannot write to the outbox: " + e, e));
    }
  }

  /**
   * Returns the last operation of the unit that begins here if it is a step of a transaction, else
   * the first. A file must not have operations that wait for a decision.
   */
  private long skipTransaction(long begin) {
    long end = begin;
    while (!queue.slot(end).call.endsUnit()) { // a unit is queued as a whole
      end++;
    }
    return queue.slot(end).call.isStep() ? end : begin;
  }

  private void refuse(long number) {
    queue.refuseStep(
        number,
        ErrorCode.IO_FAILED.exception(
            "operations go to a file, which takes no transactions: repeat the step with a service"));
  }

  private void append(long last) throws IOException {
    for (long i = queue.acknowledged() + 1; i <= last; i++) {
      RemoteOperation operation = queue.slot(i);
      if (operation.call == Call.BEGIN) {
        i = skipTransaction(i);
        operation = queue.slot(i);
      }
      if (operation.call.isStep()) {
        refuse(i);
      } else if (!UNITS.contains(operation.call)) {
        encoder.encode(operation);
      }
      if (i == last || encoder.length() > MAX_WRITE_BYTES) {
        ByteBuffer lines = ByteBuffer.wrap(encoder.take());
        while (lines.hasRemaining()) {
          file.write(lines);
        }
        queue.acknowledge(i, 0);
      }
    }
  }
}
