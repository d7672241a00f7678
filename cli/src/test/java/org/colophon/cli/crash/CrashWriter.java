// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.nio.file.Path;
import java.util.Random;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/**
 * A program that the test kills. It opens and recovers a store, and records numbered files
 * endlessly. For file n, a process writes n bytes without suppression. Another process reads the
 * file three times with suppression. Prints {@code ack n} after all operations up to file n are
 * durable, {@code opening} before the store is opened, and {@code open} after.
 */
public final class CrashWriter {
  static final int READS = 3;

  private CrashWriter() {}

  /**
   * Runs the program.
   *
   * @param arguments the store's directory, the first number, a seed
   */
  public static void main(String[] arguments) {
    long number = Long.parseLong(arguments[1]);
    Random random = new Random(Long.parseLong(arguments[2]));
    System.out.println("opening");
    try (Kernel kernel = Kernel.open(config(Path.of(arguments[0])))) {
      OperationSink kept = kernel.newSink("kept", new SinkOptions(true, OverloadPolicy.BLOCK));
      OperationSink few = kernel.newSink("few", SinkOptions.DEFAULT);
      System.out.println("open");
      while (true) {
        for (int i = random.nextInt(50); i >= 0; i--) {
          record(kept, few, ++number);
        }
        kept.awaitDurable(Math.max(kept.flush(), few.flush()));
        System.out.println("ack " + number);
        if (random.nextInt(30) == 0) {
          kernel.drain();
        }
      }
    }
  }

  static KernelConfig config(Path store) {
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    return KernelConfig.builder(store)
        .adapter(AdapterConfig.of(rocks))
        .segmentBytes(64 << 10)
        .build();
  }

  static Bytes path(long number) {
    return Bytes.of("/f/" + number);
  }

  private static void record(OperationSink kept, OperationSink few, long number) {
    long writer = kept.process(ProcessDeclaration.of(number, Bytes.of("/bin/w"), 0), 0);
    long file = kept.objectAt(path(number), ObjectKind.FILE, 0);
    kept.access(OperationKind.WRITE, Phase.WHOLE, writer, file, number, 0);
    kept.exit(writer, 0, 0);
    long reader = few.process(ProcessDeclaration.of(number, Bytes.of("/bin/r"), 0), 0);
    for (int i = 0; i < READS; i++) {
      few.access(OperationKind.READ, Phase.WHOLE, reader, file, 1, 0);
    }
    few.exit(reader, 0, 0);
  }
}
