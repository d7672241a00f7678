// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The C library and native memory. Any thread. */
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
   * Loads the C library.
   *
   * @throws ColophonException TOOL_MISSING if it lacks required functions
   */
  public static Os load() {
    try {
      Libc libc = LibraryLoader.create(Libc.class).failImmediately().load("libc.so.6");
      return new Os(libc, Runtime.getRuntime(libc));
    } catch (UnsatisfiedLinkError e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "this reporter needs Linux with glibc 2.28 or later: " + e.getMessage(), e);
    }
  }

  /** Returns an instance that calls other functions, for tests. */
  public Os with(Libc other) {
    return new Os(other, runtime);
  }

  /** Returns the error number of this thread's last failed call. */
  public int errno() {
    return runtime.getLastError();
  }

  /** Returns the result of a call, or its negative error number. */
  public long result(long returned) {
    return returned < 0 ? -runtime.getLastError() : returned;
  }

  /** Returns the result of a call, or its negative error number. */
  public int result(int returned) {
    return returned < 0 ? -runtime.getLastError() : returned;
  }

  /**
   * Allocates zeroed memory, page-aligned if it has at least a page. The memory is freed when
   * nothing refers to the buffer.
   */
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

  /** Allocates memory for bytes and a terminating zero. */
  public NativeBuffer text(byte[] bytes) {
    NativeBuffer buffer = buffer(bytes.length + 1);
    buffer.putText(0, bytes);
    return buffer;
  }

  /** Raises the limit of open files to a number if permitted; returns the new limit. */
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

  /** Returns a view of memory that the view does not own. */
  public static ByteBuffer view(long address, int size) {
    return MemoryIO.getInstance().newDirectByteBuffer(address, size).order(ByteOrder.nativeOrder());
  }

  /** Creates an exception for the last failed call. */
  public ColophonException failure(ErrorCode code, String what) {
    int errno = errno();
    return new ColophonException(code, what + ": " + Errno.text(errno));
  }
}
