package org.colophon.reporters.common;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;

/**
 * Replaces this process by another program, which keeps its process number, descriptors and
 * directory, see execve(2). Signals that the JVM blocks are unblocked first.
 */
public final class ProcessReplacement {
  private static final int SIG_SETMASK = 2;
  private static final int SIGNAL_SET_BYTES = 128;

  private ProcessReplacement() {}

  /** The functions of the C library, named as there. Public since it is bound by reflection. */
  public interface Functions {
    /** Sets the blocked signals of the calling thread. */
    int pthread_sigmask(int how, byte[] set, byte[] old);

    /** Returns only if it fails. */
    int execve(String file, String[] arguments, String[] environment);
  }

  /**
   * Replaces this process; returns only by an exception.
   *
   * @param command the file of the program and its arguments
   * @param environment all of its environment
   * @throws IOException if the program cannot be executed
   */
  public static void replace(List<String> command, Map<String, String> environment)
      throws IOException {
    Functions functions = LibraryLoader.create(Functions.class).failImmediately().load("libc.so.6");
    String[] variables =
        environment.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toArray(String[]::new);
    functions.pthread_sigmask(SIG_SETMASK, new byte[SIGNAL_SET_BYTES], null);
    functions.execve(command.get(0), command.toArray(String[]::new), variables);
    int error = Runtime.getRuntime(functions).getLastError();
    throw new IOException("cannot execute " + command.get(0) + ", errno " + error);
  }
}
