// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Flow;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;

/**
 * Definition of lineage over every instant, without bounds or queues:
 *
 * <ul>
 *   <li>A process knows at each instant what it knew before.
 *   <li>At each instant of a write, the object receives what the process knows. A read receives it
 *       at each later instant, unless a cut began after the write and ended before the read.
 *   <li>At the instant of a link, the effect receives what the cause knows. For a sent link, the
 *       effect has it at every instant. For a received link, it receives what the cause knows at
 *       any instant.
 * </ul>
 *
 * <p>States are (process, instant) and (object, instant at which it is seen or was written).
 */
final class SlowReference {
  private final List<Step> steps;
  private final long asOf;
  private final boolean dataOnly;
  private final Deque<State> pending = new ArrayDeque<>();

  /** Smallest number of half steps to each reached state. */
  private final Map<State, Integer> reached = new HashMap<>();

  private int now;
  private int maxSteps = Integer.MAX_VALUE;

  SlowReference(List<Step> steps, long asOf, boolean dataOnly) {
    this.steps = steps;
    this.asOf = asOf;
    this.dataOnly = dataOnly;
  }

  private record State(boolean isObject, int id, long at) {}

  /** Returns the ancestors of the object's content at an instant, without the object itself. */
  Set<String> ancestorsOfObject(int object, long seenAt) {
    reach(true, object, seenAt);
    return close(true);
  }

  Set<String> ancestorsOfProcess(int process) {
    reach(false, process, asOf);
    return close(true);
  }

  /** Returns the descendants of the object's content at an instant. */
  Set<String> descendantsOfObject(int object, long writtenAt) {
    reach(true, object, writtenAt);
    return close(false);
  }

  Set<String> descendantsOfProcess(int process) {
    reach(false, process, 1);
    return close(false);
  }

  /** Limits the number of half steps, which the engine's documentation defines. */
  SlowReference within(int steps) {
    maxSteps = steps;
    return this;
  }

  private Set<String> close(boolean isBack) {
    State root = pending.peek();
    while (!pending.isEmpty()) {
      State state = pending.pop();
      now = reached.get(state);
      if (isBack) {
        goBack(state);
      } else {
        advance(state);
      }
    }
    Set<String> names = new TreeSet<>();
    for (State state : reached.keySet()) {
      if (!state.equals(root)) {
        names.add((state.isObject ? "o" : "p") + state.id);
      }
    }
    names.remove((root.isObject ? "o" : "p") + root.id);
    return names;
  }

  private void reach(boolean isObject, int id, long at) {
    reach(isObject, id, at, 0);
  }

  private void reach(boolean isObject, int id, long at, int cost) {
    State state = new State(isObject, id, at);
    int steps = now + cost;
    if (steps <= maxSteps && steps < reached.getOrDefault(state, Integer.MAX_VALUE)) {
      reached.put(state, steps);
      pending.add(state);
    }
  }

  private void goBack(State state) {
    if (!state.isObject && state.at > 1) {
      reach(false, state.id, state.at - 1);
    }
    for (Step step : steps) {
      switch (step.kind()) {
        case ACCESS -> accessBack(step, state);
        case LINK -> {
          if (follows(step.link()) && isEffect(step, state)) {
            long at = step.link() == LinkKind.RECEIVED ? asOf : step.first();
            reach(false, step.other(), at, costOf(step.link()));
          }
        }
        case DERIVATION -> {
          if (state.isObject && step.object() == state.id && meets(step, step.first(), state.at)) {
            reach(true, step.other(), step.first(), 2);
          }
        }
        default -> {}
      }
    }
  }

  private void accessBack(Step step, State state) {
    if (state.isObject && isWrite(step) && step.object() == state.id) {
      for (long at = step.first(); at <= Math.min(endOf(step), state.at); at++) {
        if (meets(step, at, state.at)) {
          reach(false, step.process(), at, 1);
        }
      }
    } else if (!state.isObject
        && isRead(step)
        && step.process() == state.id
        && covers(step, state)) {
      reach(true, step.object(), state.at, 1);
    }
  }

  private void advance(State state) {
    if (!state.isObject && state.at < asOf) {
      reach(false, state.id, state.at + 1);
    }
    for (Step step : steps) {
      switch (step.kind()) {
        case ACCESS -> accessOn(step, state);
        case LINK -> {
          if (follows(step.link())
              && !state.isObject
              && step.other() == state.id
              && (step.first() == state.at || step.link() == LinkKind.RECEIVED)
              && step.first() <= asOf) {
            long at = step.link() == LinkKind.SENT ? 1 : step.first();
            reach(false, step.process(), at, costOf(step.link()));
          }
        }
        case DERIVATION -> {
          boolean isSource = state.isObject && step.other() == state.id;
          if (isSource && step.first() <= asOf && isUncut(state.id, state.at, step.first())) {
            reach(true, step.object(), step.first(), 2);
          }
        }
        default -> {}
      }
    }
  }

  private void accessOn(Step step, State state) {
    if (!state.isObject && isWrite(step) && step.process() == state.id && covers(step, state)) {
      reach(true, step.object(), state.at, 1);
    } else if (state.isObject && isRead(step) && step.object() == state.id) {
      for (long at = step.first(); at <= endOf(step); at++) {
        if (isUncut(state.id, state.at, at)) {
          reach(false, step.process(), at, 1);
        }
      }
    }
  }

  private boolean meets(Step step, long writtenAt, long seenAt) {
    return writtenAt <= asOf && isUncut(step.object(), writtenAt, seenAt);
  }

  /** Returns whether content written at an instant is still visible at another instant. */
  private boolean isUncut(int object, long writtenAt, long seenAt) {
    return writtenAt <= seenAt
        && steps.stream()
            .noneMatch(
                cut ->
                    cut.kind() == Step.Kind.CUT
                        && cut.object() == object
                        && writtenAt < cut.first()
                        && cut.last() <= seenAt);
  }

  private boolean covers(Step step, State state) {
    return step.first() <= state.at && state.at <= endOf(step);
  }

  private boolean isEffect(Step step, State state) {
    boolean isThen = step.first() == state.at || step.link() == LinkKind.SENT;
    return !state.isObject && step.process() == state.id && isThen && step.first() <= asOf;
  }

  private static int costOf(LinkKind kind) {
    return kind == LinkKind.EXEC ? 0 : 2;
  }

  private boolean follows(LinkKind kind) {
    return !dataOnly || kind.flow() == Flow.DATA;
  }

  private boolean isWrite(Step step) {
    return step.mode() == AccessMode.WRITE
        || ((step.mode() == AccessMode.NAME || step.mode() == AccessMode.TOUCH) && !dataOnly);
  }

  private static boolean isRead(Step step) {
    return step.mode() == AccessMode.READ || step.mode() == AccessMode.CODE;
  }

  /** Returns the end of an interval. If it has none, returns the end of its process, or now. */
  private long endOf(Step step) {
    long end = step.last();
    if (end == Lsn.OPEN) {
      end =
          steps.stream()
              .filter(s -> s.kind() == Step.Kind.EXIT && s.process() == step.process())
              .mapToLong(Step::first)
              .findFirst()
              .orElse(Lsn.OPEN);
    }
    return Math.min(end, asOf);
  }
}
