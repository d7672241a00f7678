package org.colophon.cli.crash;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.ReporterFactory;

/** A program to be killed: opens a store and follows a feed into it for ever. */
public final class DslFollower {
  private DslFollower() {}

  /** Arguments: the store's folder, the feed. */
  public static void main(String[] arguments) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(Path.of(arguments[0])))) {
      ReporterHandle handle = attach(kernel, Path.of(arguments[1]));
      System.out.println("open");
      handle.await();
      System.out.println("ended: " + handle.failure());
    }
  }

  static ReporterHandle attach(Kernel kernel, Path feed) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("dsl");
    Map<String, String> options = Map.of("from", feed.toString(), "follow", "true");
    return kernel.attach(
        "dsl", factory.create(options), new SinkOptions(true, OverloadPolicy.BLOCK));
  }
}
