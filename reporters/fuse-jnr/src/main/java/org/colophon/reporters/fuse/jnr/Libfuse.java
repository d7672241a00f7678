// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.util.Arrays;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import org.colophon.core.error.ErrorCode;
import ru.serce.jnrfuse.LibFuse;

/** Functions of libfuse 2 and access to its memory. Any thread. */
final class Libfuse {
  static final MemoryIO MEMORY = MemoryIO.getInstance();

  private static final String LIBRARY = "libfuse.so.2";
  private static final int RTLD_NOW = 2;
  private static final CallContext FIVE = context(Type.POINTER, 5);
  private static final CallContext FOUR = context(Type.SINT, 4);

  /** Functions that jnr-fuse does not need, because it mounts by {@code fuse_main}. */
  public interface Functions extends LibFuse {
    long fuse_kern_chan_new(int fd);

    int fuse_loop_mt(long fuse);

    void fuse_destroy(long fuse);
  }

  /** Functions of the dynamic linker. */
  public interface Linker {
    long dlopen(String library, int flags);

    long dlvsym(long library, String name, String version);
  }

  final Functions functions;
  private final long create;

  private Libfuse(Functions functions, long create) {
    this.functions = functions;
    this.create = create;
  }

  private static CallContext context(Type result, int count) {
    Type[] parameters = new Type[count];
    Arrays.fill(parameters, Type.POINTER);
    return CallContext.getCallContext(result, parameters, CallingConvention.DEFAULT, true);
  }

  /**
   * Loads the library.
   *
   * @throws org.colophon.core.error.ColophonException TOOL_MISSING if it is not installed
   */
  static Libfuse load() {
    return load(LIBRARY);
  }

  static Libfuse load(String library) {
    try {
      Functions functions = LibraryLoader.create(Functions.class).failImmediately().load(library);
      // dlsym returns fuse_new of libfuse 2.1, which has other arguments.
      Linker linker =
          LibraryLoader.create(Linker.class)
              .failImmediately()
              .library("libc.so.6")
              .library("libdl.so.2")
              .load();
      long create = linker.dlvsym(linker.dlopen(library, RTLD_NOW), "fuse_new", "FUSE_2.6");
      if (create != 0) {
        return new Libfuse(functions, create);
      }
    } catch (UnsatisfiedLinkError e) {
      throw ErrorCode.TOOL_MISSING.exception(missing() + ": " + e.getMessage(), e);
    }
    throw ErrorCode.TOOL_MISSING.exception(missing());
  }

  private static String missing() {
    return "transport=jnr-fuse needs "
        + LIBRARY
        + " of libfuse 2.9; on Debian and Ubuntu: apt-get install libfuse2; or use transport=raw";
  }

  /** Calls {@code fuse_new}; returns the new session's address, or 0. */
  long create(long channel, long arguments, Pointer operations, int size) {
    return Invoker.getInstance()
        .invokeN5(FIVE, create, channel, arguments, operations.address(), size, 0);
  }

  /** Adds an entry to a listing by libfuse's function; returns whether the listing is full. */
  static boolean fill(long function, long buffer, long name, long status, long next) {
    return (int) Invoker.getInstance().invokeN4(FOUR, function, buffer, name, status, next) != 0;
  }
}
