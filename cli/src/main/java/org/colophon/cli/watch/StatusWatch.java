// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.watch;

import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.cli.served.ServedReporter;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceEvent;
import org.colophon.client.connection.ServiceEvents;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;

/**
 * Follows the counters of a service. On a terminal, redraws a page; otherwise prints a line per
 * second.
 */
public final class StatusWatch {
  private static final String ENTER = "\u001b[?1049h\u001b[?25l";
  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_PAGE = "\u001b[J";

  private final Console console;
  private final Store store;
  private final boolean isJson;
  private final int samples;
  private final StatusPage page;
  private volatile boolean isEnded;

  /**
   * Constructs a watch.
   *
   * @param samples maximum number of samples to show
   */
  public StatusWatch(Console console, Store store, boolean isJson, int samples) {
    this.console = console;
    this.store = store;
    this.isJson = isJson;
    this.samples = samples;
    this.page = new StatusPage(DisplayText.text(store.directory().toString()));
  }

  /**
   * Shows samples until the maximum is reached or the user interrupts.
   *
   * @return an {@link ExitCode}
   */
  @SuppressWarnings("try") // the handler works until closed
  public int run(ServiceConnection tail) {
    boolean isPage = console.isOutTerminal() && !isJson;
    try (SignalHandler signals = SignalHandler.onTermination(() -> end(tail));
        ServiceConnection questions = ServiceOption.require(store)) {
      print(isPage ? ENTER : "");
      return follow(tail, questions, isPage);
    } catch (ColophonException e) {
      if (isEnded) {
        return ExitCode.FOUND; // the connection was closed during the read
      }
      throw e;
    } finally {
      put(isPage ? LEAVE : "");
    }
  }

  private void end(ServiceConnection tail) {
    isEnded = true;
    tail.close();
  }

  private int follow(ServiceConnection tail, ServiceConnection questions, boolean isPage) {
    try (ServiceResponse response = tail.exchange(ServiceRequest.get("/v1/tail").build())) {
      ServiceEvents events = response.events();
      for (int i = 0; i < samples; ) {
        ServiceEvent event = events.next();
        if (event == null) {
          throw ErrorCode.IO_FAILED.exception(
              "the service has stopped; to start it: colophon serve");
        }
        if (event.type().equals("counters")) {
          show(event, questions, isPage);
          i++;
        }
      }
    }
    return ExitCode.FOUND;
  }

  private void show(ServiceEvent event, ServiceConnection questions, boolean isPage) {
    if (isJson) {
      print(event.data() + "\n");
      return;
    }
    Counters now = new Counters(ServiceJson.parse(event.data()), System.nanoTime());
    List<ServedReporter> reporters = ServedReporter.of(questions);
    if (!isPage) {
      print(page.line(now, reporters) + "\n");
      return;
    }
    StringBuilder text = new StringBuilder(HOME);
    for (String line : page.page(now, reporters, console.widthColumns())) {
      text.append(line).append(REST_OF_LINE).append('\n');
    }
    print(text.append(REST_OF_PAGE).toString());
  }

  /** Writes a text, even if the output was closed. */
  private void put(String text) {
    console.out().print(text);
    console.out().flush();
  }

  private void print(String text) {
    put(text);
    if (console.out().checkError()) {
      isEnded = true; // the reader of the output has closed it
      throw ErrorCode.IO_FAILED.exception("the reader of the status has closed it");
    }
  }
}
