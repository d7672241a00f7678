// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.powercut;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.reporters.fuse.FuseReporter;
import org.colophon.reporters.fuse.FuseReporterFactory;

/** Program that records a mount until it is killed. */
public final class MountProgram {
  private MountProgram() {}

  /**
   * Prints {@code mounted} when the mount is ready.
   *
   * @param arguments the store's directory, the mirrored directory, the mount point, the ordering
   */
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> options =
        Map.of(
            "source", arguments[1],
            "mount", arguments[2],
            "ordering", arguments[3],
            "trace", "no");
    FuseReporter reporter = (FuseReporter) new FuseReporterFactory().create(options);
    try (Kernel kernel = Kernel.open(config(Path.of(arguments[0])))) {
      var handle = kernel.attach("fuse", reporter, SinkOptions.DEFAULT);
      reporter.awaitMounted();
      System.out.println(handle.isRunning() ? "mounted" : "failed " + handle.failure());
      handle.await();
    }
  }

  static KernelConfig config(Path store) {
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    return KernelConfig.builder(store).adapter(AdapterConfig.of(rocks)).build();
  }
}
