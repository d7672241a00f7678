package org.colophon.cli.capture;

import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.EbpfReporter;
import org.colophon.reporters.strace.StraceReporter;

/** Selects how {@code trace} watches a command. */
final class CommandSource {
  static final String STRACE = "strace";

  private static final String EBPF = "ebpf";

  private CommandSource() {}

  /** Returns whether a source reads events of the kernel. Rejects unknown sources. */
  static boolean isKernel(String source) {
    if (!source.equals(STRACE) && !source.equals(EBPF)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "--with is strace or ebpf, not '" + source + "'");
    }
    return source.equals(EBPF);
  }

  /** Returns a reporter that reads events of the kernel. */
  static StraceReporter kernel(List<String> command, boolean hasStraceOptions) {
    if (command.isEmpty() || hasStraceOptions) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "--with ebpf watches a command only, without --pid, --from, --reads, --cpus and --wait-all;"
              + " use --with strace for those");
    }
    return EbpfReporter.command(command, true);
  }
}
