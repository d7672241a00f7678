package org.colophon.reporters.fuse.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The operating system: its C library, and memory that both sides see. Any thread. */
public final class Os {
  private static final int PAGE = 4096;
  private static final int OPEN_FILES = 7;

  /** The functions. */
  public final Libc libc;

  private final Runtime runtime;

  private Os(Libc libc, Runtime runtime) {
    this.libc = libc;
    this.runtime = runtime;
  }

  /**
   * Finds the C library.
   *
   * @throws ColophonException TOOL_MISSING where it has not the functions that are needed
   */
  public static Os load() {
    try {
      Libc libc = LibraryLoader.create(Libc.class).failImmediately().load("libc.so.6");
      return new Os(libc, Runtime.getRuntime(libc));
    } catch (UnsatisfiedLinkError e) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "the fuse reporter needs Linux with glibc 2.28 or later: " + e.getMessage(),
          e);
    }
  }

  /** The same with other functions, for tests. */
  public Os with(Libc other) {
    return new Os(other, runtime);
  }

  /** Why this thread's last call failed; the call must have failed. */
  public int errno() {
    return runtime.getLastError();
  }

  /** What a call returned, or the negative reason if it failed. */
  public long result(long returned) {
    return returned < 0 ? -runtime.getLastError() : returned;
  }

  /** What a call returned, or the negative reason if it failed. */
  public int result(int returned) {
    return returned < 0 ? -runtime.getLastError() : returned;
  }

  /** New memory, zeroed; from a page on it begins at a page. Freed with the last reference. */
  public NativeBuffer buffer(int size) {
    ByteBuffer memory;
    if (size < PAGE) {
      memory = ByteBuffer.allocateDirect(size);
    } else {
      int pages = (size + PAGE - 1) / PAGE;
      memory = ByteBuffer.allocateDirect((pages + 1) * PAGE).alignedSlice(PAGE);
    }
    memory.order(ByteOrder.nativeOrder());
    return new NativeBuffer(memory, Pointer.wrap(runtime, memory).address());
  }

  /** A text of the C library, with its end. */
  public NativeBuffer text(byte[] bytes) {
    NativeBuffer buffer = buffer(bytes.length + 1);
    buffer.putText(0, bytes);
    return buffer;
  }

  /** Lets this process open as many files as it may, up to a number; answers how many. */
  public long allowFiles(long wanted) {
    NativeBuffer limit = buffer(16);
    libc.getrlimit(OPEN_FILES, limit.address());
    long soft = limit.getLong(0);
    long hard = limit.getLong(8);
    if (soft >= wanted) {
      return wanted;
    }
    limit.putLong(0, wanted);
    limit.putLong(8, Math.max(hard, wanted));
    if (libc.setrlimit(OPEN_FILES, limit.address()) < 0) {
      limit.putLong(0, Math.min(hard, wanted)); // only the superuser may raise the hard limit
      limit.putLong(8, hard);
      libc.setrlimit(OPEN_FILES, limit.address());
    }
    libc.getrlimit(OPEN_FILES, limit.address());
    return Math.min(wanted, limit.getLong(0));
  }

  /** Memory at an address that somebody else owns. */
  public ByteBuffer view(long address, int size) {
    Pointer pointer = Pointer.wrap(runtime, address, size);
    ByteBuffer buffer =
        com.kenai.jffi.MemoryIO.getInstance().newDirectByteBuffer(pointer.address(), size);
    return buffer.order(ByteOrder.nativeOrder());
  }

  /** An exception for a call that failed just now. */
  public ColophonException failure(ErrorCode code, String what) {
    int errno = errno();
    return new ColophonException(code, what + ": " + Errno.text(errno));
  }
}
