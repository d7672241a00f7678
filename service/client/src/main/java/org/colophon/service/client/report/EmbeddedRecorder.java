package org.colophon.service.client.report;

import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.reporter.OperationSink;

/** Into a store of one's own. */
record EmbeddedRecorder(Kernel kernel, OperationSink sink) implements Recorder {
  @Override
  public void close() {
    try (kernel) {
      sink.awaitDurable(sink.flush());
    }
  }
}
