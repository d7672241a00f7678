// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.ReporterFactory;

/**
 * A program that the test kills. It opens a store and follows a server's log endlessly. Prints
 * {@code open}, and {@code moved} after it has passed its first position.
 */
public final class MysqlFollower {
  private static final String SERVER = "db:3306";
  private static final long LOOK_NANOS = 500_000;

  private MysqlFollower() {}

  /**
   * Runs the program.
   *
   * @param arguments the store's directory, the log, and optionally the binary log that confirms it
   */
  public static void main(String[] arguments) {
    Path log = Path.of(arguments[1]);
    try (Kernel kernel = Kernel.open(CrashWriter.config(Path.of(arguments[0])))) {
      Bytes before = position(kernel, log);
      Path binlog = arguments.length > 2 ? Path.of(arguments[2]) : null;
      ReporterHandle handle = attach(kernel, log, binlog, true);
      System.out.println("open");
      while (position(kernel, log).equals(before) && handle.isRunning()) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      System.out.println(handle.isRunning() ? "moved" : "ended: " + handle.failure());
      handle.await();
    }
  }

  /** Starts the program in a separate process. */
  static Process start(Path... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                MysqlFollower.class.getName()));
    for (Path argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /**
   * Attaches the reporter.
   *
   * @param binlog index of the binary log that confirms the log; null for none
   */
  static ReporterHandle attach(Kernel kernel, Path log, Path binlog, boolean follows) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("mysql");
    Map<String, String> options = new HashMap<>();
    options.put("log", log.toString());
    options.put("server", SERVER);
    options.put("literals", "true");
    options.put("follow", Boolean.toString(follows));
    if (binlog != null) {
      options.put("binlog", binlog.toString());
    }
    return kernel.attach("mysql", factory.create(options), SinkOptions.DEFAULT);
  }

  private static Bytes position(Kernel kernel, Path log) {
    return kernel.position("mysql " + SERVER + " " + log);
  }

  static Bytes table(String name) {
    return Bytes.of("mysql://" + SERVER + "/" + name.replace('.', '/'));
  }
}
