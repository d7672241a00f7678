// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.exports.openlineage.RunEvents.Labels;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.touched.Recordings;
import org.colophon.query.touched.Run;
import org.colophon.query.touched.Sessions;

/**
 * Events of runs while they are recorded: START, RUNNING at most once a minute if the run changed,
 * and COMPLETE or FAIL. They are the events of {@link RunEvents}, so sending them again changes
 * nothing. A transaction of a database, or a statement outside one, has its events when it has
 * ended. An event that the receiver does not take is visited again in the next round. One thread.
 */
public final class LiveEvents {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final long afterLsn;
  private final Function<RecordedRun, Labels> labels;
  private final Consumer<String> remarks;
  private final List<LiveRun> runs = new ArrayList<>();
  private long nextProcess = 1;

  /** Takes events. */
  public interface Receiver {
    /** Takes an event. An exception means that the receiver does not have it. */
    void event(ObjectNode event) throws IOException;
  }

  /**
   * A state of the history.
   *
   * @param settledLsn the last LSN of starts and ends that count
   * @param now the time of the state
   * @param collector describes a run
   */
  public record State(
      LineageReader reader, long settledLsn, Instant now, Function<Run, RecordedRun> collector) {}

  /** A run that has not ended. */
  private static final class LiveRun {
    final long root;
    final boolean isSession;
    final boolean isUnit;
    boolean isStarted;
    String facts = "";
    Instant visited = Instant.EPOCH;

    LiveRun(long root, Sessions sessions) {
      this.root = root;
      this.isSession = sessions.isSession(root);
      this.isUnit = sessions.sessionOf(root) != 0;
    }

    /** Returns the present state. A connection is a run without its units of work. */
    Run run(LineageReader reader) {
      return isSession ? Run.only(reader, root) : Run.from(reader, root);
    }
  }

  /**
   * Constructs live events.
   *
   * @param afterLsn runs that ended up to this LSN have no events
   * @param remarks receives what is ignored
   */
  public LiveEvents(long afterLsn, Function<RecordedRun, Labels> labels, Consumer<String> remarks) {
    this.afterLsn = afterLsn;
    this.labels = labels;
    this.remarks = remarks;
  }

  /** Visits the events that are new in a state. */
  public void visit(State state, Receiver receiver) throws IOException {
    addRuns(state);
    List<LiveRun> ended = new ArrayList<>();
    try {
      for (LiveRun each : runs) {
        if (visit(each, state, receiver)) {
          ended.add(each);
        }
      }
    } finally {
      runs.removeAll(ended);
    }
  }

  private void addRuns(State state) {
    long end = state.reader().lastProcess() + 1;
    while (end > nextProcess && !isSettled(state, end - 1)) {
      end--; // the record of its connection may follow
    }
    Sessions sessions = new Sessions(state.reader(), Lsn.LATEST);
    for (ProcessInfo each : new Recordings(state.reader(), Lsn.LATEST).runs(nextProcess)) {
      if (each.declaredLsn() > state.settledLsn()) {
        end = Math.min(end, each.id()); // the record of its parent may follow
      } else if (each.id() < end) {
        LiveRun live = new LiveRun(each.id(), sessions);
        if (live.run(state.reader()).endLsn() > afterLsn) {
          runs.add(live);
        }
      }
    }
    nextProcess = end;
  }

  private static boolean isSettled(State state, long process) {
    ProcessInfo info = state.reader().process(process);
    return info != null && info.declaredLsn() <= state.settledLsn();
  }

  /** Visits the new events of a run. Returns whether it has ended. */
  private boolean visit(LiveRun live, State state, Receiver receiver) throws IOException {
    Run run = live.run(state.reader());
    boolean isEnded = run.endLsn() <= state.settledLsn();
    boolean isDue = !live.isUnit && !state.now().isBefore(live.visited.plus(INTERVAL));
    if (!isEnded && !isDue) {
      return false;
    }
    RecordedRun recorded = state.collector().apply(run);
    List<ObjectNode> events =
        RunEvents.of(recorded, labels.apply(recorded), live.isStarted ? text -> {} : remarks);
    if (events.isEmpty()) {
      return isEnded;
    }
    ObjectNode last = events.get(events.size() - 1);
    boolean isNew = !live.isStarted;
    if (isNew && events.size() > 1) {
      receiver.event(events.get(0));
    }
    live.isStarted = true;
    String facts = facts(last);
    if (isEnded || (!isNew && !facts.equals(live.facts))) {
      receiver.event(last);
    }
    live.facts = facts;
    live.visited = state.now();
    return isEnded;
  }

  /** Returns an event without the LSN of its state. */
  private static String facts(ObjectNode event) {
    ObjectNode copy = event.deepCopy();
    ((ObjectNode) copy.at("/run/facets/colophon_capture")).remove("lsn");
    return copy.toString();
  }
}
