// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/** Program that mounts, prints a line and waits until a test kills it. */
public final class MountProgram {
  private MountProgram() {}

  /** Takes as arguments the store's directory, the source, the mount and the ordering. */
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> options = new HashMap<>();
    options.put("source", arguments[1]);
    options.put("mount", arguments[2]);
    options.put("ordering", arguments[3]);
    options.put("transport", Mounted.TRANSPORT);
    FuseReporter reporter = (FuseReporter) new FuseReporterFactory().create(options);
    try (Kernel kernel = Kernel.open(config(Path.of(arguments[0])))) {
      var handle = kernel.attach("fuse", reporter, SinkOptions.DEFAULT);
      reporter.awaitMounted();
      System.out.println(handle.isRunning() ? "mounted" : "failed " + handle.failure());
      handle.await();
      kernel.drain();
      System.out.println(kernel.reader("memory").gaps());
    }
  }

  static KernelConfig config(Path store) {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    return KernelConfig.builder(store).adapter(AdapterConfig.of(memory)).build();
  }
}
