// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.reporter.OperationSink;

/** Converts findings to extended records of the process and the object. */
public final class SinkOutput implements FindingOutput {
  private final OperationSink sink;

  /**
   * Creates an output over a sink.
   *
   * @param sink used only by this output
   */
  public SinkOutput(OperationSink sink) {
    this.sink = sink;
  }

  @Override
  public void found(Inspection inspection, Finding finding) {
    sink.extend(
        inspection.process(),
        inspection.object(),
        finding.type(),
        finding.data(),
        inspection.timeNanos());
  }

  @Override
  public void flush() {
    sink.flush();
  }
}
