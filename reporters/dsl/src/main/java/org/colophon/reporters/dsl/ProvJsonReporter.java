// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.dsl.prov.ProvReader;
import org.colophon.reporters.dsl.prov.ProvRefusals;
import org.colophon.reporters.dsl.prov.ProvReplay;
import org.colophon.reporters.dsl.source.StoppableFile;

/** Reports one PROV-JSON document. */
final class ProvJsonReporter implements Reporter {
  private static final String STDIN = "-";

  private final String from;
  private final long maxBytes;
  private final StoppableFile stoppable;

  /**
   * @param from a file, or {@code -} for standard input
   * @param maxBytes the size limit
   */
  ProvJsonReporter(String from, long maxBytes) {
    this.from = from;
    this.maxBytes = maxBytes;
    this.stoppable = new StoppableFile(Path.of(from));
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    String place = from.equals(STDIN) ? "stdin" : from;
    ProvRefusals refusals = new ProvRefusals(sink, place);
    ProvReader reader = new ProvReader(refusals::hold);
    read(reader, place, context.files());
    if (!stoppable.isStopped()) {
      if (!reader.isProv()) {
        refusals.rejectForeign();
      }
      refusals.release();
      new ProvReplay(sink, reader, refusals).run(place);
    }
    refusals.end();
    sink.flush();
  }

  private void read(ProvReader reader, String place, FileOpener files) {
    // The caller closes standard input.
    if (from.equals(STDIN)) {
      read(reader, place, System.in);
      return;
    }
    Path file = Path.of(from);
    if (Files.isDirectory(file)) {
      throw ErrorCode.BAD_REQUEST.exception(from + " is a directory; give a document in it");
    }
    try (FileChannel channel = stoppable.open(files)) {
      if (channel != null) {
        read(reader, place, Channels.newInputStream(channel));
      }
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception("there is no file " + from + "; check its path", e);
    } catch (IOException e) {
      throw IoFailure.of("read", place, e);
    }
  }

  private void read(ProvReader reader, String place, InputStream input) {
    try {
      reader.read(new BoundedInput(input, maxBytes, place, stoppable::isStopped));
    } catch (ClosedChannelException e) {
      // Stopped while waiting for bytes.
    } catch (IOException e) {
      throw IoFailure.of("read", place, e);
    }
  }

  @Override
  public void stop() {
    stoppable.stop();
  }
}
