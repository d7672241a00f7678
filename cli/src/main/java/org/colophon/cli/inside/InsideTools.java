package org.colophon.cli.inside;

import java.util.List;
import java.util.function.Supplier;
import org.colophon.cli.config.Launcher;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Installs the compilers of native tools if they are missing. */
final class InsideTools {
  private InsideTools() {}

  /** Returns what a builder returns, after the launcher has installed its tools if needed. */
  static <T> T install(Launcher launcher, Supplier<T> builder) {
    try {
      return builder.get();
    } catch (ColophonException e) {
      boolean isInstallable = e.code() == ErrorCode.TOOL_MISSING && launcher.isThere();
      if (isInstallable && launcher.run(List.of("install-tools", "inside")) == 0) {
        return builder.get();
      }
      throw e;
    }
  }
}
