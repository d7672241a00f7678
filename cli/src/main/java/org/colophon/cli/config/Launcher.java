// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.plugin.PluginDirectories;
import org.colophon.reporters.common.ProcessReplacement;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** The script that started this process. It builds optional plug-ins and starts JVMs. */
public final class Launcher implements PluginDirectories.Builder {
  /** Launcher of a process that no script started. */
  public static final Launcher NONE = new Launcher(null);

  private final @Nullable Path script;

  private Launcher(@Nullable Path script) {
    this.script = script;
  }

  /** Returns the script of a checkout or a distribution, or {@link #NONE}. */
  public static Launcher in(Path home) {
    return Stream.of("colophon", "bin/colophon")
        .map(home::resolve)
        .filter(each -> Files.isRegularFile(each) && Files.isExecutable(each))
        .findFirst()
        .map(Launcher::new)
        .orElse(NONE);
  }

  /** Returns whether a script exists. */
  public boolean isThere() {
    return script != null;
  }

  private Path script() {
    return Objects.requireNonNull(script);
  }

  @Override
  public void build(String plugin) {
    if (script == null) {
      PluginDirectories.Builder.NONE.build(plugin);
    }
    ProcessBuilder builder =
        new ProcessBuilder(script().toString(), "build-plugin", plugin)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    if (waitFor(builder) != 0) {
      throw ErrorCode.IO_FAILED.exception(
          "the plug-in " + plugin + " could not be built, see above");
    }
  }

  /**
   * Runs a command line with this process's input and output, and waits until it ends. Meanwhile
   * the child receives the signals of the terminal.
   *
   * @return the child's exit status
   */
  public int run(List<String> args) {
    List<String> command = new ArrayList<>(List.of(script().toString()));
    command.addAll(args);
    return waitFor(new ProcessBuilder(command).inheritIO());
  }

  /**
   * Returns the result of a builder. If the builder reports a missing tool, installs a group of
   * tools and calls the builder again.
   */
  public <T> T installing(String tools, Supplier<T> builder) {
    try {
      return builder.get();
    } catch (ColophonException e) {
      boolean isInstallable = e.code() == ErrorCode.TOOL_MISSING && isThere();
      if (isInstallable && run(List.of("install-tools", tools)) == 0) {
        return builder.get();
      }
      throw e;
    }
  }

  /**
   * Replaces this process by a command line with additional environment variables. Returns only if
   * that fails, with an exception.
   */
  public void replaceProcess(Map<String, String> more, List<String> args) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(more);
    List<String> command = new ArrayList<>(List.of(script().toString()));
    command.addAll(args);
    try {
      ProcessReplacement.replace(command, environment);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(String.valueOf(e.getMessage()), e);
    }
  }

  private int waitFor(ProcessBuilder builder) {
    // The signal is handled instead of ignored, because children would inherit ignored signals.
    Object interrupt = Signals.register("INT", () -> {});
    try {
      return waitFor(builder.start());
    } catch (IOException e) {
      throw IoFailure.of("start", script(), e);
    } finally {
      Signals.unregister("INT", interrupt);
    }
  }

  private static int waitFor(Process child) {
    Thread hook = new Thread(child::destroy, "colophon-end-child");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      int status = child.waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
      return status;
    } catch (InterruptedException e) {
      child.destroy();
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted", e);
    }
  }
}
