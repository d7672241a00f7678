// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.colophon.cli.config.Launcher;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.EbpfReporter;
import org.colophon.reporters.replay.ReplayReporter;
import org.jspecify.annotations.Nullable;

/** Sources that observe a command or a process, selected by {@code --with} of {@code trace}. */
enum CommandSource {
  /** Kernel events if possible, else strace. */
  AUTO,
  STRACE,
  EBPF;

  /**
   * Returns the source with a name.
   *
   * @throws ColophonException BAD_REQUEST
   */
  static CommandSource of(String word) {
    return Arrays.stream(values())
        .filter(source -> source.text().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.BAD_REQUEST.exception(
                    "--with must be auto, strace or ebpf, not '" + word + "'"));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A reporter and its source.
   *
   * @param reason reason why strace was selected instead of kernel events; empty if kernel events
   *     were not tried
   * @param events the opened kernel events; null for strace
   */
  record Chosen(
      CommandSource source,
      ReplayReporter reporter,
      String reason,
      EbpfReporter.@Nullable Builder events)
      implements AutoCloseable {
    static Chosen strace(ReplayReporter reporter, String reason) {
      return new Chosen(STRACE, reporter, reason, null);
    }

    /** Returns the name of the tool in the store. */
    String tool() {
      return events == null ? source.text() : events.tool();
    }

    @Override
    public void close() {
      if (events != null) {
        events.close();
      }
    }
  }

  /** Selects strace or kernel events. Opens the kernel events, unless only strace is allowed. */
  Chosen choose(ReplayReporter strace, Supplier<EbpfReporter.Builder> builder, Launcher launcher) {
    if (this == STRACE) {
      return Chosen.strace(strace, "");
    }
    try {
      EbpfReporter.Builder ebpf = builder.get();
      ReplayReporter reporter =
          this == EBPF ? launcher.installing("ebpf", ebpf::open) : ebpf.open();
      return new Chosen(EBPF, reporter, "", ebpf);
    } catch (ColophonException e) {
      if (this == EBPF || e.code() == ErrorCode.NOT_FOUND) {
        throw e;
      }
      return Chosen.strace(strace, e.getMessage());
    }
  }
}
