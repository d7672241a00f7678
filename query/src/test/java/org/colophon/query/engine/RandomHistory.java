// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.testing.contract.RecordBatchBuilder;

/** A small random history: a list with one step for each LSN. */
final class RandomHistory {
  static final int PROCESSES = 5;
  static final int OBJECTS = 4;

  final List<Step> steps = new ArrayList<>();
  final long lastLsn;

  private final Random random;
  private final Set<Integer> gone = new HashSet<>();

  RandomHistory(long seed, int length) {
    random = new Random(seed);
    long lsn = 10;
    for (int i = 0; i < length; i++) {
      lsn++;
      addStep(lsn, length);
    }
    lastLsn = lsn + length;
  }

  private void addStep(long lsn, int length) {
    int process = 1 + random.nextInt(PROCESSES);
    int object = 1 + random.nextInt(OBJECTS);
    if (gone.contains(process)) {
      return;
    }
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> steps.add(access(AccessMode.READ, process, object, lsn, length));
      case 3, 4, 5 -> steps.add(access(AccessMode.WRITE, process, object, lsn, length));
      case 6 -> steps.add(Step.access(AccessMode.CODE, process, object, lsn, lsn));
      case 7 -> {
        AccessMode mode = random.nextBoolean() ? AccessMode.NAME : AccessMode.TOUCH;
        steps.add(Step.access(mode, process, object, lsn, lsn));
      }
      case 8 -> steps.add(Step.cut(process, object, lsn - random.nextInt(4), lsn));
      case 9 -> addLink(process, lsn);
      case 10 -> addDerivation(object, lsn);
      default -> addExit(process, lsn);
    }
  }

  /**
   * Adds an access. It is mostly a single operation, sometimes an interval that ends later or
   * never.
   */
  private Step access(AccessMode mode, int process, int object, long lsn, int length) {
    int shape = random.nextInt(5);
    long last = shape < 3 ? lsn : shape == 3 ? lsn + 1 + random.nextInt(length / 2) : Lsn.OPEN;
    return Step.access(mode, process, object, lsn, last);
  }

  private void addLink(int process, long lsn) {
    int other = 1 + random.nextInt(PROCESSES);
    if (other != process && !gone.contains(other)) {
      LinkKind[] kinds = LinkKind.values();
      steps.add(Step.link(kinds[random.nextInt(kinds.length)], process, other, lsn));
    }
  }

  private void addDerivation(int object, long lsn) {
    int other = 1 + random.nextInt(OBJECTS);
    if (other != object) {
      steps.add(Step.derivation(object, other, lsn));
    }
  }

  /** Adds the exit of a process if none of its intervals ends later. */
  private void addExit(int process, long lsn) {
    boolean isBusy =
        steps.stream()
            .anyMatch(s -> s.process() == process && s.last() > lsn && s.last() != Lsn.OPEN);
    if (!isBusy) {
      gone.add(process);
      steps.add(Step.exit(process, lsn));
    }
  }

  LineageReader store() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 1; i <= PROCESSES; i++) {
      history.at(i).process(i, "/bin/p" + i);
    }
    for (int i = 1; i <= OBJECTS; i++) {
      history.at(5 + i).object(i, ObjectDeclaration.of(ObjectKind.FILE));
    }
    List<Runnable> told = new ArrayList<>();
    List<Telling> tellings = new ArrayList<>();
    for (Step step : steps) {
      long begin = step.kind() == Step.Kind.CUT ? step.last() : step.first();
      tellings.add(new Telling(begin, () -> step.tellBegin(history)));
      if (step.hasEnd()) {
        tellings.add(new Telling(step.last(), () -> step.tellEnd(history)));
      }
    }
    tellings.sort(Comparator.comparingLong(Telling::lsn));
    tellings.forEach(telling -> told.add(telling.action()));
    told.forEach(Runnable::run);
    history.at(lastLsn).snapshot("end");
    return SmallStore.of(history);
  }

  private record Telling(long lsn, Runnable action) {}

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    steps.forEach(step -> text.append(step).append('\n'));
    return text.toString();
  }
}
