// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.command.Colophon;
import org.colophon.cli.config.Launcher;
import org.colophon.cli.config.PluginPath;
import org.colophon.cli.output.Console;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginDirectories;

/** Entry point of {@code colophon}. No other class uses the process's own streams. */
public final class Main {
  private static final char REPLACED = '\ufffd';

  private Main() {}

  /** Runs a command and exits the JVM with the command's exit code. */
  public static void main(String[] args) throws IOException {
    Console console =
        new Console(
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            isTerminal(1),
            isTerminal(2),
            environment());
    Launcher launcher = launcher();
    Bytes inexact = RawArguments.inexact(args);
    int exitCode = inexact == null ? run(console, launcher, args) : refuse(console, inexact);
    console.out().flush();
    console.err().flush();
    // Exits explicitly, since a remaining thread would prevent the exit.
    System.exit(exitCode);
  }

  private static int run(Console console, Launcher launcher, String... args) throws IOException {
    Invocation invocation =
        new Invocation(console, directory(), System.in, isTerminal(0), launcher);
    try {
      Thread.currentThread().setContextClassLoader(plugins(console, launcher));
    } catch (ColophonException e) {
      console.remark(e.getMessage());
      return ExitCode.TROUBLE;
    }
    return Colophon.run(invocation, args);
  }

  /** Returns the working directory. If Java replaced bytes in it, reads it from Linux. */
  private static Path directory() throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    boolean isExact = directory.toString().indexOf(REPLACED) < 0;
    return isExact ? directory : Files.readSymbolicLink(Path.of("/proc/self/cwd"));
  }

  private static int refuse(Console console, Bytes argument) {
    console.remark(
        "the argument %s cannot be passed on exactly: it is not valid text in %s."
                .formatted(argument.display(), System.getProperty("sun.jnu.encoding"))
            + " In a query, write the name as it is shown here, in quotes. To trace the command,"
            + " pass it to a shell: colophon trace -- sh -c '...'");
    return ExitCode.USAGE;
  }

  private static Launcher launcher() {
    String home = System.getProperty("colophon.home");
    return home == null ? Launcher.NONE : Launcher.in(Path.of(home));
  }

  /**
   * Finds plug-ins in the launcher's directory and in COLOPHON_PLUGINS. Opens the plug-ins in
   * COLOPHON_WITH.
   */
  private static PluginDirectories plugins(Console console, Launcher launcher) {
    String home = System.getProperty("colophon.home");
    List<Path> more = PluginPath.parse(console.environment("COLOPHON_PLUGINS"), console::remark);
    PluginDirectories plugins =
        new PluginDirectories(
            home == null ? null : Path.of(home), more, launcher, Main.class.getClassLoader());
    String with = console.environment("COLOPHON_WITH");
    if (with != null && !with.isBlank()) {
      List.of(with.strip().split("\\s+")).forEach(plugins::open);
    }
    return plugins;
  }

  /**
   * Returns the environment. Its COLUMNS is the width that the launcher detected, since shells do
   * not export that variable.
   */
  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    String columns = System.getProperty("colophon.columns");
    if (columns != null) {
      environment.putIfAbsent("COLUMNS", columns);
    }
    return environment;
  }

  /** Calls Linux, since System.console() requires that both input and output are a terminal. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
