// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.openlineage;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.EventTranslator;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.follow.LineHandler;

/** Reports the events of a file, one each line. Refuses malformed ones. One thread. */
final class EventLines implements LineHandler {
  private final EventTranslator translator;
  private final OperationSink sink;
  private final String place;
  private long number;

  /**
   * Creates a handler.
   *
   * @param place name of the file for messages
   */
  EventLines(EventTranslator translator, OperationSink sink, String place) {
    this.translator = translator;
    this.sink = sink;
    this.place = place;
  }

  @Override
  public void line(byte[] bytes, int from, int to) {
    number++;
    Bytes event = Bytes.copyOf(bytes, from, to);
    if (event.toString().isBlank()) {
      return;
    }
    try {
      translator.translate(event, sink);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) {
        throw e;
      }
      sink.refuse(place + ":" + number, e.getMessage());
    }
  }

  @Override
  public void badLine(String problem) {
    number++;
    sink.refuse(place + ":" + number, problem);
  }

  @Override
  public void pause() {
    sink.flush();
  }
}
