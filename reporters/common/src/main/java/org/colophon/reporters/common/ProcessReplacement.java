// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import jnr.ffi.Runtime;

/**
 * Replaces this process by another program, which keeps the process id, descriptors and working
 * directory; see execve(2). Signals that the JVM blocks are unblocked first.
 */
public final class ProcessReplacement {
  private static final int SIG_SETMASK = 2;
  private static final int SIGNAL_SET_BYTES = 128;

  private ProcessReplacement() {}

  /**
   * Replaces this process. Never returns normally.
   *
   * @param command the file of the program and its arguments
   * @param environment all of its environment
   * @throws IOException if the program cannot be executed
   */
  public static void replace(List<String> command, Map<String, String> environment)
      throws IOException {
    CoreLibc libc = SharedLibc.get();
    String[] variables =
        environment.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toArray(String[]::new);
    libc.pthread_sigmask(SIG_SETMASK, new byte[SIGNAL_SET_BYTES], null);
    libc.execve(command.get(0), command.toArray(String[]::new), variables);
    int error = Runtime.getRuntime(libc).getLastError();
    throw new IOException("cannot execute " + command.get(0) + ", errno " + error);
  }
}
