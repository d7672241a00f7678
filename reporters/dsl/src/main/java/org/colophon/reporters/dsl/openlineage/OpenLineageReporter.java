// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.openlineage;

import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.dsl.source.ImportedFiles;
import org.colophon.reporters.dsl.source.LineSource;

/** Reports the events of one source. The same file twice changes nothing. */
public final class OpenLineageReporter implements Reporter {
  private final LineSource source;

  public OpenLineageReporter(LineSource source) {
    this.source = source;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    EventLines lines = new EventLines(new OpenLineageTranslator(), sink, source.place());
    source.skip(new ImportedFiles(context, sink, OpenLineageTranslator.NAME));
    try {
      source.feed(lines, context.files());
    } finally {
      lines.pause();
    }
  }

  @Override
  public void stop() {
    source.stop();
  }
}
