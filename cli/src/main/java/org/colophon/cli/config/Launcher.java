package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jline.utils.Signals;

/**
 * Starts Colophon anew as a child, by the script that started this one: it can build optional
 * plug-ins and put them on the class path, which a running JVM cannot.
 */
public final class Launcher {
  /** For programs that nobody's script started. */
  public static final Launcher NONE = new Launcher(null);

  /** In a child's environment: the plug-ins that it was started for. */
  public static final String WITH = "COLOPHON_WITH";

  private final Path script;

  private Launcher(Path script) {
    this.script = script;
  }

  /** The script in a folder, if there is one. */
  public static Launcher in(Path home) {
    Path script = home.resolve("colophon");
    return Files.isExecutable(script) ? new Launcher(script) : NONE;
  }

  /** Whether there is a script to start. */
  public boolean isThere() {
    return script != null;
  }

  /**
   * Runs a command line with this process's own input and output, and waits for it. What a person
   * types to end things is the child's meanwhile.
   *
   * @param environment variables beside those of this process
   * @return the child's exit status
   */
  public int run(Map<String, String> environment, List<String> args) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(args);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    // Handled, not ignored: children inherit what is ignored.
    Object interrupt = Signals.register("INT", () -> {});
    try {
      return waitFor(builder.start());
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot start " + script + ": " + e, e);
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
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted", e);
    }
  }
}
