package org.colophon.cli.crash;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.ReporterFactory;

/**
 * A program to be killed: opens a store and follows a server's log into it for ever. Prints {@code
 * open}, and {@code moved} when it has got further than it was when it began.
 */
public final class MysqlFollower {
  private static final String SERVER = "db:3306";
  private static final long LOOK_NANOS = 500_000;

  private MysqlFollower() {}

  /** Arguments: the store's folder, the log. */
  public static void main(String[] arguments) {
    Path log = Path.of(arguments[1]);
    try (Kernel kernel = Kernel.open(CrashWriter.config(Path.of(arguments[0])))) {
      Bytes before = position(kernel, log);
      ReporterHandle handle = attach(kernel, log, true);
      System.out.println("open");
      while (position(kernel, log).equals(before) && handle.isRunning()) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      System.out.println(handle.isRunning() ? "moved" : "ended: " + handle.failure());
      handle.await();
    }
  }

  static ReporterHandle attach(Kernel kernel, Path log, boolean follows) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("mysql");
    Map<String, String> options =
        Map.of("log", log.toString(), "server", SERVER, "follow", Boolean.toString(follows));
    return kernel.attach("mysql", factory.create(options), SinkOptions.DEFAULT);
  }

  private static Bytes position(Kernel kernel, Path log) {
    return kernel.position("mysql " + SERVER + " " + log);
  }

  static Bytes table(String name) {
    return Bytes.of("mysql://" + SERVER + "/" + name.replace('.', '/'));
  }
}
