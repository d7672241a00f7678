// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.dsl.feed.Feed;
import org.colophon.reporters.dsl.feed.FeedOptions;
import org.colophon.reporters.dsl.source.ImportedFiles;
import org.colophon.reporters.dsl.source.LineSource;

/** Reports the lines of one source. */
final class DslReporter implements Reporter {
  private final LineSource source;
  private final FeedOptions options;

  DslReporter(LineSource source, FeedOptions options) {
    this.source = source;
    this.options = options;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    Feed feed = new Feed(sink, context.hostId(), source.place(), options);
    source.skip(new ImportedFiles(context, sink, options.meaning()));
    try {
      source.feed(feed, context.files());
    } finally {
      feed.pause();
    }
  }

  @Override
  public void stop() {
    source.stop();
  }
}
