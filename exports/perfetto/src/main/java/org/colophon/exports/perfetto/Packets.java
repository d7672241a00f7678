// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.perfetto;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The packets of a trace, with the field numbers of {@code perfetto_trace.proto}. All times are of
 * the real-time clock. Events are written in the order of their times, and those of one time in the
 * order of their ranks. One thread.
 *
 * @see <a href="https://perfetto.dev/docs/reference/trace-packet-proto">TracePacket</a>
 */
final class Packets {
  static final int SLICE_BEGIN = 1;
  static final int SLICE_END = 2;
  static final int INSTANT = 3;
  static final int COUNTER = 4;

  /** Track event: flow_ids, which begin or continue an arrow. */
  static final int FLOW = 47;

  /** Track event: terminating_flow_ids. */
  static final int END_OF_FLOW = 48;

  private static final int REALTIME = 1;
  private static final int SEQUENCE = 1;
  private static final int SIZE_BYTES = 3;
  private static final int PACKET = 1;

  private record Event(long nanos, long rank, Message message) {
    private static final Comparator<Event> ORDER =
        Comparator.comparingLong(Event::nanos).thenComparingLong(Event::rank);
  }

  private final Message trace = new Message();
  private final List<Event> events = new ArrayList<>();

  /**
   * Begins a trace.
   *
   * @param time any time of the real-time clock that the trace knows
   */
  Packets(Instant time) {
    Message clock = new Message().number(1, REALTIME).number(2, nanos(time));
    Message snapshot = new Message().message(1, clock).number(2, REALTIME);
    packet(new Message().message(6, snapshot).number(13, 1)); // sequence: no state before
  }

  private void packet(Message content) {
    trace.message(PACKET, content.number(10, SEQUENCE));
  }

  static long nanos(Instant time) {
    return ChronoUnit.NANOS.between(Instant.EPOCH, time);
  }

  /** Returns the description of a track; a parent of 0 is none. */
  static Message track(long id, long parent, String name) {
    Message track = new Message().number(1, id).text(2, name);
    return parent == 0 ? track : track.number(5, parent);
  }

  void add(Message track) {
    packet(new Message().message(60, track));
  }

  /** Adds the track of a number of bytes. */
  void addCounter(long id, long parent, String name) {
    add(track(id, parent, name).message(8, new Message().number(3, SIZE_BYTES)));
  }

  static Message event(int type, long track) {
    return new Message().number(9, type).number(11, track);
  }

  static Message named(int type, long track, String name) {
    return event(type, track).text(23, name);
  }

  static void annotate(Message event, String name, String value) {
    event.message(4, new Message().text(10, name).text(6, value));
  }

  static void annotate(Message event, String name, long value) {
    event.message(4, new Message().text(10, name).number(4, value));
  }

  void add(Instant time, long rank, Message event) {
    events.add(new Event(nanos(time), rank, event));
  }

  void addCount(Instant time, long track, long value) {
    add(time, 0, event(COUNTER, track).number(30, value));
  }

  byte[] toBytes() {
    events.sort(Event.ORDER);
    for (Event each : events) {
      packet(
          new Message().number(8, each.nanos()).number(58, REALTIME).message(11, each.message()));
    }
    events.clear();
    return trace.toBytes();
  }
}
