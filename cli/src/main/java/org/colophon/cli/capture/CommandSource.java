package org.colophon.cli.capture;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.colophon.cli.config.Launcher;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.strace.StraceReporter;

/** Ways to watch a command or a process: {@code --with} of {@code trace}. */
enum CommandSource {
  /** Events of the kernel where possible, else strace. */
  AUTO,
  STRACE,
  EBPF;

  /** Returns the source of a word. Throws BAD_REQUEST. */
  static CommandSource of(String word) {
    return Arrays.stream(values())
        .filter(source -> source.text().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new ColophonException(
                    ErrorCode.BAD_REQUEST, "--with is auto, strace or ebpf, not '" + word + "'"));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A reporter and its source.
   *
   * @param reason why it is strace and not events of the kernel; empty if that was not tried
   */
  record Chosen(CommandSource source, StraceReporter reporter, String reason) {}

  /** Chooses between both sources. */
  Chosen choose(StraceReporter strace, Supplier<StraceReporter> ebpf, Launcher launcher) {
    if (this == EBPF) {
      return new Chosen(EBPF, withTools(ebpf, launcher), "");
    }
    if (this == STRACE) {
      return new Chosen(STRACE, strace, "");
    }
    try {
      return new Chosen(EBPF, ebpf.get(), "");
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.BAD_REQUEST) {
        throw e;
      }
      return new Chosen(STRACE, strace, e.getMessage());
    }
  }

  /** Lets the launcher install what builds the kernel's programs, if it is missing. */
  private static StraceReporter withTools(Supplier<StraceReporter> ebpf, Launcher launcher) {
    try {
      return ebpf.get();
    } catch (ColophonException e) {
      boolean isInstallable = e.code() == ErrorCode.TOOL_MISSING && launcher.isThere();
      if (isInstallable && launcher.run(List.of("install-tools", "ebpf")) == 0) {
        return ebpf.get();
      }
      throw e;
    }
  }
}
