// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.junit.jupiter.api.Assumptions;

/** Skips tests if this host does not load BPF programs. */
final class KernelEvents {
  private KernelEvents() {}

  static void assume() {
    try (KernelProgram program = EbpfReporter.load(EbpfOptions.DEFAULT.withRing(4096))) {
      program.detach();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.TOOL_MISSING && e.code() != ErrorCode.NOT_PERMITTED) {
        throw e; // Linux rejects the programs
      }
      Assumptions.abort("kernel events are not available here: " + e.getMessage());
    }
  }
}
