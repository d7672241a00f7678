// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;

/** Checks the right to trace with BPF programs before anything is built or loaded. */
final class TracingRight {
  static final String REMEDY =
      "run as root or with CAP_BPF and CAP_PERFMON, or trace --with strace";

  private static final long ADMIN = 1L << 21;
  private static final long PERFMON = 1L << 38;
  private static final long BPF = 1L << 39;

  private static final Path PIDS = Path.of("/proc/self/ns/pid");
  private static final String INITIAL_PIDS = "pid:[4026531836]";

  private TracingRight() {}

  /** Throws NOT_PERMITTED in a container, or without the needed capabilities. */
  static void require() {
    requireHostIds();
    String effective = ProcFiles.status("self", "CapEff");
    if (!suffices(Long.parseUnsignedLong(effective, 16))) {
      throw ErrorCode.NOT_PERMITTED.exception("this process may not load BPF programs: " + REMEDY);
    }
  }

  static boolean suffices(long effective) {
    return (effective & ADMIN) != 0 || (effective & (BPF | PERFMON)) == (BPF | PERFMON);
  }

  private static void requireHostIds() {
    try {
      if (!Files.readSymbolicLink(PIDS).toString().equals(INITIAL_PIDS)) {
        throw ErrorCode.NOT_PERMITTED.exception(
            "kernel events name processes by the host's ids, which differ in this container;"
                + " trace --with strace");
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read " + PIDS, e);
    }
  }
}
