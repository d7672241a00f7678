// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.nio.file.Path;
import java.util.Random;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A program that the test kills. It opens a store and resumes an endless source of numbered items
 * at its position. For item n, a process writes n bytes to a file in one write, and renames the
 * file. Prints {@code ack n} after all items up to n are durable.
 */
public final class PositionWriter {
  static final String SOURCE = "items";

  private PositionWriter() {}

  /**
   * Runs the program.
   *
   * @param arguments the store's directory, a seed
   */
  public static void main(String[] arguments) {
    Random random = new Random(Long.parseLong(arguments[1]));
    try (Kernel kernel = Kernel.open(CrashWriter.config(Path.of(arguments[0])))) {
      OperationSink sink = kernel.newSink(SOURCE, new SinkOptions(true, OverloadPolicy.BLOCK));
      System.out.println("open");
      long number = position(kernel);
      while (true) {
        for (int i = random.nextInt(50); i >= 0; i--) {
          item(sink, ++number);
        }
        if (random.nextInt(3) == 0) {
          sink.awaitDurable(sink.flush());
          System.out.println("ack " + number);
        }
      }
    }
  }

  static long position(Kernel kernel) {
    Bytes position = kernel.position(SOURCE);
    return position.isEmpty() ? 0 : Long.parseLong(position.display());
  }

  private static void item(OperationSink sink, long number) {
    sink.begin();
    long writer = sink.process(ProcessDeclaration.of(number, Bytes.of("/bin/w"), 0), 0);
    Bytes path = CrashWriter.path(number);
    if (number % 3 == 0) {
      Bytes temporary = Bytes.of("/tmp/item");
      write(sink, writer, temporary, number);
      sink.rename(writer, temporary, path, 0);
    } else {
      write(sink, writer, path, number);
    }
    sink.exit(writer, 0, 0);
    sink.position(SOURCE, Bytes.of(Long.toString(number)));
  }

  private static void write(OperationSink sink, long writer, Bytes path, long number) {
    long file = sink.objectAt(path, ObjectKind.FILE, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, writer, file, number, 0);
  }
}
