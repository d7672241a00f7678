// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Os;

/**
 * Reads a BPF ring buffer in place. One thread. Linux maps the data twice in sequence, so each
 * record is contiguous.
 */
public final class RingReader implements AutoCloseable {
  private static final int PAGE = 4096;
  private static final int READ = 1;
  private static final int READ_WRITE = 3;
  private static final int SHARED = 1;
  private static final int HEADER = 8;
  private static final int BUSY = 1 << 31;
  private static final int DISCARDED = 1 << 30;
  private static final int PUBLISH_BYTES = 1 << 14;
  private static final int MAX_SENT_BYTES = 1 << 18;

  private final LibcCalls libc;
  private final Pointer consumerPage;
  private final Pointer producerPages;
  private final ByteBuffer consumer;
  private final ByteBuffer producer;

  /** The same memory as {@link #producer}, with the bounds of what is sent. */
  private final ByteBuffer data;

  private final long mask;
  private long position;
  private long published;
  private long consumed;

  /** End of the records that {@link #send} has found complete. */
  private long complete;

  RingReader(LibcCalls libc, Runtime runtime, int fd, int ringBytes) {
    this.libc = libc;
    this.mask = ringBytes - 1L;
    consumerPage = map(runtime, fd, PAGE, READ_WRITE, 0);
    producerPages = map(runtime, fd, PAGE + 2L * ringBytes, READ, PAGE);
    consumer = Os.view(consumerPage.address(), PAGE);
    producer = Os.view(producerPages.address(), Math.toIntExact(PAGE + 2L * ringBytes));
    data = producer.duplicate();
    position = consumer.getLong(0);
  }

  private Pointer map(Runtime runtime, int fd, long length, int protection, long offset) {
    Pointer mapped = libc.mmap(0, length, protection, SHARED, fd, offset, 0);
    if (mapped == null || mapped.address() == -1) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot map the ring buffer (errno " + runtime.getLastError() + ")");
    }
    return mapped;
  }

  /** Handles all available records; returns their number. */
  public int drain(EventSource.RecordHandler handler) {
    long end = producer.getLong(0);
    VarHandle.acquireFence();
    int count = 0;
    while (position < end) {
      int at = PAGE + (int) (position & mask);
      int header = producer.getInt(at);
      VarHandle.acquireFence();
      if ((header & BUSY) != 0) {
        break;
      }
      int length = header & ~DISCARDED;
      if ((header & DISCARDED) == 0) {
        handler.record(producer, at + HEADER, length);
        count++;
      }
      position += (length + HEADER + 7L) & -8L;
      if (position - published >= PUBLISH_BYTES) {
        publish();
      }
    }
    publish();
    consumed += count;
    return count;
  }

  /**
   * Handles at least all records that were written before the call, including those that a BPF
   * program is completing on another processor. Returns the number of handled records.
   */
  public int drainAll(EventSource.RecordHandler handler) {
    long end = producer.getLong(0);
    int count = 0;
    while (position < end) {
      int some = drain(handler);
      if (some == 0) {
        Thread.onSpinWait();
      }
      count += some;
    }
    return count;
  }

  /**
   * Sends complete records unchanged, as many as the channel accepts. Replaces {@link #drain}.
   * Returns the number of sent bytes; the last record may be sent in part.
   */
  public int send(WritableByteChannel channel) throws IOException {
    findComplete();
    int from = PAGE + (int) (position & mask);
    data.limit(from + (int) Math.min(complete - position, MAX_SENT_BYTES)).position(from);
    int count = data.hasRemaining() ? channel.write(data) : 0;
    position += count;
    publish();
    return count;
  }

  private void findComplete() {
    long end = producer.getLong(0);
    VarHandle.acquireFence();
    complete = Math.max(complete, position);
    while (complete < end) {
      int header = producer.getInt(PAGE + (int) (complete & mask));
      VarHandle.acquireFence();
      if ((header & BUSY) != 0) {
        break;
      }
      complete += ((header & ~DISCARDED) + HEADER + 7L) & -8L;
    }
  }

  /** Returns whether {@link #send} has sent its last record completely. */
  public boolean isBetweenRecords() {
    return position >= complete;
  }

  /** Returns whether all records were sent and the BPF programs are writing none. */
  public boolean isEmpty() {
    return position >= producer.getLong(0);
  }

  /**
   * Frees the space of handled records. Called for several records together, since the BPF programs
   * also read the position.
   */
  private void publish() {
    VarHandle.releaseFence();
    consumer.putLong(0, position);
    published = position;
  }

  public long consumed() {
    return consumed;
  }

  @Override
  public void close() {
    libc.munmap(consumerPage, PAGE);
    libc.munmap(producerPages, PAGE + 2L * (mask + 1));
  }
}
