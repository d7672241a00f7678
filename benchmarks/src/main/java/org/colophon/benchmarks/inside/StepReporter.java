// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import java.nio.file.Path;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A program that reports {@link QualitySuite#steps} through the API, as a workflow system would.
 */
final class StepReporter {
  private StepReporter() {}

  /**
   * Runs the program.
   *
   * @param arguments the store's directory, and the directory of the files
   */
  public static void main(String[] arguments) {
    try (Kernel kernel = Kernels.open(Path.of(arguments[0]))) {
      OperationSink sink = kernel.newSink("steps", SinkOptions.DEFAULT);
      for (QualitySuite.Step step : QualitySuite.steps()) {
        Bytes program = Bytes.of(step.command());
        long process = sink.process(ProcessDeclaration.of(0, program, 0), 0);
        for (String input : step.inputs()) {
          access(sink, OperationKind.READ, process, arguments[1] + "/" + input);
        }
        access(sink, OperationKind.WRITE, process, arguments[1] + "/" + step.output());
        sink.exit(process, 0, 0);
      }
      sink.flush();
      kernel.drain();
    }
  }

  private static void access(OperationSink sink, OperationKind kind, long process, String path) {
    long object = sink.objectAt(Bytes.of(path), ObjectKind.FILE, 0);
    sink.access(kind, Phase.WHOLE, process, object, 0, 0);
  }
}
