package org.colophon.reporters.ebpf;

import java.util.List;
import org.colophon.reporters.strace.StraceReporter;

/** Reports what a command does, from events of the kernel. Needs root, BTF, clang and libbpf. */
public final class EbpfReporter {
  private static final int RING_BYTES = 1 << 24;

  private EbpfReporter() {}

  /**
   * Returns a reporter of a command, which replays the kernel's events as strace's lines.
   *
   * @param words the command; the first is looked up in PATH unless it has a slash
   * @param forwardsSignals lets the command decide the effect of signals
   */
  public static StraceReporter command(List<String> words, boolean forwardsSignals) {
    return StraceReporter.of(new KernelTrace(words, forwardsSignals, RING_BYTES));
  }
}
