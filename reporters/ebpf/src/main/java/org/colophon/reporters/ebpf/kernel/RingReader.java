package org.colophon.reporters.ebpf.kernel;

import java.lang.invoke.VarHandle;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Reads a BPF ring buffer in place. One thread. The kernel maps the data twice in sequence, so each
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

  private final LibcCalls libc;
  private final Pointer consumer;
  private final Pointer producer;
  private final long mask;
  private long position;
  private long published;
  private long consumed;

  RingReader(LibcCalls libc, Runtime runtime, int fd, int ringBytes) {
    this.libc = libc;
    this.mask = ringBytes - 1L;
    consumer = map(runtime, fd, PAGE, READ_WRITE, 0);
    producer = map(runtime, fd, PAGE + 2L * ringBytes, READ, PAGE);
    position = consumer.getLong(0);
  }

  private Pointer map(Runtime runtime, int fd, long length, int protection, long offset) {
    Pointer mapped = libc.mmap(null, length, protection, SHARED, fd, offset, 0);
    if (mapped == null || mapped.address() == -1) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot map the ring buffer (errno " + runtime.getLastError() + ")");
    }
    return Pointer.wrap(runtime, mapped.address(), length);
  }

  /** Handles all available records; returns their number. */
  public int drain(EventSource.RecordHandler handler) {
    long end = producer.getLong(0);
    VarHandle.acquireFence();
    int count = 0;
    while (position < end) {
      long at = PAGE + (position & mask);
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

  /** Frees the space of handled records. Not for each, since the kernel reads the position too. */
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
    libc.munmap(consumer, PAGE);
    libc.munmap(producer, PAGE + 2L * (mask + 1));
  }
}
