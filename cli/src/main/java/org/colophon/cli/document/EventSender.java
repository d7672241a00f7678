// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.colophon.cli.output.Console;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.exports.ocsf.SentMark;
import org.colophon.query.text.DisplayText;

/**
 * Sends OpenLineage events to a receiver. An event that the receiver refuses for good does not stop
 * later events. One thread.
 */
final class EventSender implements AutoCloseable {
  private final URI url;
  private final Receiver receiver;
  private final Console console;
  private long sent;
  private long refused;

  /** Takes events. */
  interface Receiver extends AutoCloseable {
    /**
     * Sends an event, and waits until the receiver has it.
     *
     * @throws ColophonException BAD_INPUT if the receiver refuses this event each time; IO_FAILED
     *     if it does not have the event for another reason
     */
    void send(ObjectNode event);

    @Override
    default void close() {}
  }

  /**
   * Constructs a sender. Does not connect.
   *
   * @param url address of the receiver, for messages and marks
   */
  EventSender(URI url, Receiver receiver, Console console) {
    this.url = url;
    this.receiver = receiver;
    this.console = console;
  }

  URI url() {
    return url;
  }

  /** Returns whether the receiver refused an event for good. */
  boolean hasRefused() {
    return refused > 0;
  }

  /** Sends the events of a run. */
  void send(List<ObjectNode> events) {
    for (ObjectNode each : events) {
      try {
        var unused = isTaken(each);
      } catch (ColophonException e) {
        throw ErrorCode.IO_FAILED.exception(
            "%s has %d of %d events; the next one failed: %s; run the command again, which sends the same events"
                .formatted(url, sent, events.size(), e.getMessage()),
            e);
      }
    }
    console.remark("sent " + DisplayText.count(sent, "event") + " to " + url);
    remarkRefused("without --to, this command prints the events");
  }

  /** Sends an event of a followed store. Keeps a refused event beside the mark. */
  void send(ObjectNode event, SentMark mark) throws IOException {
    boolean isTaken;
    try {
      isTaken = isTaken(event);
    } catch (ColophonException e) {
      throw ErrorCode.IO_FAILED.exception(
          "%s does not take events, so they wait in the store: %s".formatted(url, e.getMessage()),
          e);
    }
    if (!isTaken) {
      mark.keepRefused(event.toString());
    }
  }

  /** States the number of events that the receiver refused for good, if there are any. */
  void remarkRefused(String remedy) {
    if (refused > 0) {
      console.remark(
          "%s refused %s for good; %s".formatted(url, DisplayText.count(refused, "event"), remedy));
    }
  }

  private boolean isTaken(ObjectNode event) {
    try {
      receiver.send(event);
      sent++;
      return true;
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) {
        throw e;
      }
      refused++;
      console.remark(
          "%s refused the event %s of job %s, run %s: %s"
              .formatted(
                  url,
                  event.path("eventType").asText(),
                  event.at("/job/name").asText(),
                  event.at("/run/runId").asText(),
                  e.getMessage()));
      return false;
    }
  }

  @Override
  public void close() {
    receiver.close();
  }
}
