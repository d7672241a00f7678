// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;

/**
 * All answers of a reader about a history, as comparable lines of text. Facts without a promised
 * order are sorted; times are rounded to the stored milliseconds.
 */
public final class StoreDump {
  private static final long MILLI = 1_000_000L;

  private final LineageReader reader;
  private final List<String> lines = new ArrayList<>();

  private StoreDump(LineageReader reader) {
    this.reader = reader;
  }

  /** Returns all answers. */
  public static List<String> of(LineageReader reader, RandomHistory history) {
    StoreDump dump = new StoreDump(reader);
    dump.lines.add("visible " + reader.visibleLsn());
    for (long id = 0; id <= history.maxId() + 1; id++) {
      dump.addProcess(id);
      dump.addObject(id);
    }
    dump.addAllOperations(history.maxId());
    dump.addNames(history);
    dump.addNamedObjects(history);
    dump.addTimes(history);
    dump.addRest();
    return dump.lines;
  }

  /** Returns the answers about names. */
  public static List<String> ofNames(LineageReader reader, RandomHistory history) {
    StoreDump dump = new StoreDump(reader);
    dump.addNames(history);
    return dump.lines;
  }

  private void addSorted(String what, List<String> facts) {
    Collections.sort(facts);
    addOrdered(what, facts);
  }

  private void addOrdered(String what, List<String> facts) {
    facts.forEach(fact -> lines.add(what + ": " + fact));
  }

  private static long cut(long nanos) {
    return Math.floorDiv(nanos, MILLI);
  }

  private void addProcess(long id) {
    ProcessInfo info = reader.process(id);
    if (info != null) {
      lines.add(
          "process %d: %s from %d to %s at %d status %d"
              .formatted(
                  id,
                  info.declaration(),
                  info.declaredLsn(),
                  Lsn.format(info.endLsn()),
                  cut(info.endNanos()),
                  info.exitStatus()));
      lines.add("  identity " + reader.processByIdentity(info.declaration().identity()));
      lines.add("  pid " + reader.processesWithPid(info.declaration().pid()));
    }
    addAccesses("process " + id, true, id);
    addLinks("causes of " + id, true, id);
    addLinks("effects of " + id, false, id);
    addOrdered("extended of process " + id, texts(reader.extendedRecords(id, 0)));
  }

  private void addObject(long id) {
    ObjectInfo object = reader.object(id);
    if (object != null) {
      lines.add(object.toString());
      lines.add("  identity " + reader.objectByIdentity(object.declaration().identity()));
    }
    addAccesses("object " + id, false, id);
    addDerivations("derivations of " + id, true, id);
    addDerivations("derivations from " + id, false, id);
    List<String> cuts = new ArrayList<>();
    reader.cuts(
        id,
        (process, begin, end, time) ->
            cuts.add(process + " " + begin + " " + end + " @" + cut(time)));
    addOrdered("cuts of " + id, cuts);
    addOrdered("names of " + id, texts(reader.namesOf(id)));
    addOrdered("extended of object " + id, texts(reader.extendedRecords(0, id)));
  }

  private static List<String> texts(List<?> facts) {
    return facts.stream().map(Object::toString).toList();
  }

  private void addAccesses(String what, boolean ofProcess, long id) {
    for (AccessMode mode : AccessMode.values()) {
      List<String> facts = new ArrayList<>();
      AccessVisitor visitor =
          (p, o, m, first, last, count, bytes, firstNanos, lastNanos) ->
              facts.add(
                  "p%d o%d %s [%d,%s] n%d b%d @%d,%d"
                      .formatted(
                          p,
                          o,
                          m,
                          first,
                          Lsn.format(last),
                          count,
                          bytes,
                          cut(firstNanos),
                          cut(lastNanos)));
      if (ofProcess) {
        reader.accessesOfProcess(id, mode.bit(), visitor);
      } else {
        reader.accessesOfObject(id, mode.bit(), visitor);
      }
      addSorted(what + " " + mode, facts);
    }
  }

  private void addLinks(String what, boolean causes, long id) {
    List<String> facts = new ArrayList<>();
    LinkVisitor visitor =
        (e, c, kind, lsn, time) -> facts.add(e + "<-" + c + kind + lsn + "@" + cut(time));
    if (causes) {
      reader.causesOfProcess(id, visitor);
    } else {
      reader.effectsOfProcess(id, visitor);
    }
    addSorted(what, facts);
  }

  private void addDerivations(String what, boolean causes, long id) {
    List<String> facts = new ArrayList<>();
    DerivationVisitor visitor =
        (e, c, p, lsn, time) -> facts.add(e + "<-" + c + " p" + p + " " + lsn + cut(time));
    if (causes) {
      reader.derivationsOfObject(id, visitor);
    } else {
      reader.derivationsFromObject(id, visitor);
    }
    addSorted(what, facts);
  }

  /** Adds all operations. Those that share an LSN have no promised order. */
  private void addAllOperations(long maxId) {
    for (long one = 0; one <= maxId; one++) {
      for (long other = 0; other <= maxId; other++) {
        if (one != 0 || other != 0) {
          List<String> facts = new ArrayList<>();
          List<Long> lsns = new ArrayList<>();
          reader.operations(
              one,
              other,
              (lsn, kind, process, object, bytes, time) -> {
                lsns.add(lsn);
                facts.add(
                    "%06d %s p%d o%d b%d @%d"
                        .formatted(lsn, kind, process, object, bytes, cut(time)));
              });
          addSorted("operations " + one + "," + other, facts);
          boolean isOrdered = lsns.equals(lsns.stream().sorted().toList());
          lines.add(isOrdered ? "in order" : "out of order");
        }
      }
    }
  }

  private void addNames(RandomHistory history) {
    Set<Bytes> paths = new TreeSet<>(history.paths());
    for (long id = 0; id <= history.maxId(); id++) {
      addOrdered("names of " + id, texts(reader.namesOf(id)));
    }
    for (Bytes path : paths) {
      addOrdered("bindings of " + path, texts(reader.bindingsOf(path)));
    }
    for (Bytes path : paths) {
      List<Bytes> ever = new ArrayList<>(reader.pathsEverUnder(path));
      ever.removeIf(each -> reader.bindingsOf(each).isEmpty());
      addOrdered("ever under " + path, texts(ever));
    }
    for (long asOf : history.momentsToAsk()) {
      for (Bytes path : paths) {
        lines.add(path + " as of " + asOf + " is " + reader.resolve(path, asOf));
        List<String> under = new ArrayList<>();
        reader.under(path, asOf, (name, object) -> under.add(name + " " + object));
        addOrdered("under " + path + " as of " + asOf, under);
      }
    }
    List<String> suggestions = new ArrayList<>();
    reader.pathsFrom(Bytes.of("/a"), (name, object) -> suggestions.add(name + " " + object));
    addOrdered("suggested", suggestions);
  }

  private void addNamedObjects(RandomHistory history) {
    for (long asOf : history.momentsToAsk()) {
      for (Bytes path : history.paths()) {
        addOrdered("objects named " + path + " as of " + asOf, named(path, asOf));
      }
    }
  }

  /**
   * Returns the objects that have the path or, without a name at that LSN, had it last. Drops other
   * objects, which a reader may visit.
   */
  private List<String> named(Bytes path, long asOf) {
    List<String> found = new ArrayList<>();
    reader.objectsNamed(
        path::equals,
        asOf,
        (object, names) -> {
          List<NameBinding> counted = names.stream().filter(each -> each.holdsAt(asOf)).toList();
          if (counted.isEmpty()) {
            List<NameBinding> past = names.stream().filter(each -> each.toLsn() <= asOf).toList();
            counted = past.isEmpty() ? past : past.subList(past.size() - 1, past.size());
          }
          if (counted.stream().anyMatch(each -> each.path().equals(path))) {
            found.add(object + " of " + texts(names));
          }
        });
    return found;
  }

  private void addTimes(RandomHistory history) {
    for (long lsn = 0; lsn <= history.lastLsn() + 1; lsn++) {
      lines.add("time of " + lsn + " is " + cut(reader.timeAt(lsn)));
      long time = RecordBatchBuilder.timeOf(lsn);
      lines.add("lsn at " + cut(time) + " is " + reader.lsnAt(time));
      lines.add("lsn at " + cut(time) + " ends before " + reader.firstLsnAfter(time));
    }
  }

  private void addRest() {
    addOrdered("snapshot", texts(reader.snapshots()));
    addOrdered("gap", texts(reader.gaps()));
    lines.add(
        "%d processes %d objects %d operations"
            .formatted(
                reader.statistics().processes(),
                reader.statistics().objects(),
                reader.statistics().operations()));
  }
}
