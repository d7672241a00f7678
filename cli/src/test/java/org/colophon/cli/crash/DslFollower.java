// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.LineageReader;

/** A program that the test kills. It opens a store and follows a feed endlessly. */
public final class DslFollower {
  private DslFollower() {}

  /**
   * Runs the program.
   *
   * @param arguments the store's directory, the feed
   */
  public static void main(String[] arguments) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(Path.of(arguments[0])))) {
      ReporterHandle handle = attach(kernel, Path.of(arguments[1]));
      awaitFirstLine(kernel, handle);
      System.out.println("open");
      handle.await();
      System.out.println("ended: " + handle.failure());
    }
  }

  /**
   * Waits for the first line. If a part of the feed was rotated away before that, it would never be
   * read.
   */
  private static void awaitFirstLine(Kernel kernel, ReporterHandle handle) {
    LineageReader reader = kernel.reader("rocksdb");
    while (reader.resolve(Bytes.of("/feed/f"), Lsn.LATEST) == 0 && handle.isRunning()) {
      LockSupport.parkNanos(500_000);
    }
  }

  static ReporterHandle attach(Kernel kernel, Path feed) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("dsl");
    Map<String, String> options = Map.of("from", feed.toString(), "follow", "true");
    return kernel.attach(
        "dsl", factory.create(options), new SinkOptions(true, OverloadPolicy.BLOCK));
  }
}
