// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.naming.ObjectNames;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.RandomHistory.Style;

/** Compares searches with a filter over all declarations, on random histories. */
final class FinderProperties {
  @Provide
  Arbitrary<RandomHistory> names() {
    return RandomHistory.of(Style.NAMES);
  }

  @Provide
  Arbitrary<RandomHistory> suppressed() {
    return RandomHistory.of(Style.SUPPRESSED);
  }

  @Property(tries = 80)
  void agreesWithFilterOverAllNames(@ForAll("names") RandomHistory history, @ForAll Random random)
      throws IOException {
    try (LineageReader reader = readerOf(history)) {
      for (int i = 0; i < 8; i++) {
        long asOf = 1 + random.nextInt((int) history.lastLsn() + 2);
        Bytes path = any(new ArrayList<>(history.paths()), random);
        String text = random.nextBoolean() ? path.toString() : lastPart(path) + "*";
        NamePattern pattern = NamePattern.of(text, Bytes.of("/"));

        Set<String> expected = new TreeSet<>();
        for (long id = 1; id <= reader.lastObject(); id++) {
          ObjectInfo info = reader.object(id);
          if (info != null && info.declaredLsn() <= asOf && isNamed(reader, id, asOf, pattern)) {
            expected.add("object:" + id);
          }
        }
        FindQuery query = new FindQuery().name(pattern).asOf(asOf);
        assertThat(found(reader, query.type(FoundType.OBJECT)))
            .as("%s as of %d", text, asOf)
            .isEqualTo(expected);
      }
    }
  }

  private static boolean isNamed(LineageReader reader, long id, long asOf, NamePattern pattern) {
    long limit = Math.min(asOf, reader.visibleLsn());
    List<NameBinding> holding =
        reader.namesOf(id).stream().filter(each -> each.holdsAt(limit)).toList();
    return holding.isEmpty()
        ? pattern.matches(new ObjectNames(reader).nameOf(id, limit))
        : holding.stream().anyMatch(each -> pattern.matches(each.path()));
  }

  private static Bytes any(List<Bytes> values, Random random) {
    return values.isEmpty() ? Bytes.of("/a") : values.get(random.nextInt(values.size()));
  }

  private static String lastPart(Bytes path) {
    String part = path.slice(path.lastIndexOf('/') + 1, path.length()).toString();
    return part.isEmpty() ? "x" : part;
  }

  @Property(tries = 80)
  void agreesWithFilterOverAllAccesses(
      @ForAll("suppressed") RandomHistory history, @ForAll Random random) throws IOException {
    try (LineageReader reader = readerOf(history)) {
      for (int i = 0; i < 8; i++) {
        long from = 1 + random.nextInt((int) history.lastLsn() + 1);
        long to = from + random.nextInt((int) history.lastLsn() + 1);
        long other = 1 + random.nextInt((int) history.maxId() + 1);
        AccessMode mode = random.nextBoolean() ? AccessMode.READ : AccessMode.WRITE;

        assertThat(found(reader, objects(mode, other).from(from).to(to).type(FoundType.OBJECT)))
            .isEqualTo(
                expected(
                    "object:",
                    reader.lastObject(),
                    id ->
                        isObject(reader, id, from, to)
                            && hasAccess(reader, other, id, mode, from, to)));
        assertThat(found(reader, processes(mode, other).from(from).to(to)))
            .isEqualTo(
                expected(
                    "process:",
                    reader.lastProcess(),
                    id ->
                        ran(reader, id, from, to) && hasAccess(reader, id, other, mode, from, to)));
        assertThat(found(reader, new FindQuery().from(from).to(to).type(FoundType.PROCESS)))
            .isEqualTo(expected("process:", reader.lastProcess(), id -> ran(reader, id, from, to)));
        assertThat(found(reader, new FindQuery().from(from).to(to).type(FoundType.OBJECT)))
            .isEqualTo(
                expected(
                    "object:",
                    reader.lastObject(),
                    id -> isObject(reader, id, from, to) && isActive(reader, id, from, to)));
      }
    }
  }

  private static FindQuery objects(AccessMode mode, long process) {
    return mode == AccessMode.READ
        ? new FindQuery().readBy(Set.of(process))
        : new FindQuery().writtenBy(Set.of(process));
  }

  private static FindQuery processes(AccessMode mode, long object) {
    return mode == AccessMode.READ
        ? new FindQuery().reads(Set.of(object))
        : new FindQuery().writes(Set.of(object));
  }

  private static Set<String> expected(String prefix, long last, LongPredicate isExpected) {
    Set<String> expected = new TreeSet<>();
    for (long id = 1; id <= last; id++) {
      if (isExpected.test(id)) {
        expected.add(prefix + id);
      }
    }
    return expected;
  }

  private static boolean isObject(LineageReader reader, long id, long from, long to) {
    ObjectInfo info = reader.object(id);
    ObjectKind kind = info == null ? ObjectKind.AGENT : info.declaration().kind();
    return kind != ObjectKind.AGENT && kind != ObjectKind.ABSENT;
  }

  private static boolean ran(LineageReader reader, long id, long from, long to) {
    ProcessInfo info = reader.process(id);
    return info != null && info.declaredLsn() <= to && info.endLsn() >= from;
  }

  private static boolean isActive(LineageReader reader, long id, long from, long to) {
    long declared = reader.object(id).declaredLsn();
    boolean[] found = {from <= declared && declared <= to};
    reader.accessesOfObject(
        id,
        AccessMode.ALL,
        (p, o, mode, first, last, count, bytes, t1, t2) ->
            found[0] |= first <= to && last >= from && first <= reader.visibleLsn());
    return found[0];
  }

  private static boolean hasAccess(
      LineageReader reader, long process, long object, AccessMode wanted, long from, long to) {
    boolean[] found = {false};
    reader.accessesOfProcess(
        process,
        AccessMode.ALL,
        (p, o, mode, first, last, count, bytes, t1, t2) -> {
          boolean isMode = mode == wanted || (wanted == AccessMode.READ && mode == AccessMode.CODE);
          found[0] |= o == object && isMode && first <= to && last >= from;
        });
    return found[0];
  }

  @Property(tries = 60)
  void agreesWithFilterOverAllRecords(
      @ForAll("suppressed") RandomHistory history, @ForAll Random random) throws IOException {
    try (LineageReader reader = readerOf(history)) {
      List<ExtendedRecord> all = new ArrayList<>();
      for (long id = 1; id <= reader.lastObject(); id++) {
        ObjectInfo info = reader.object(id);
        if (info != null && info.declaration().kind() != ObjectKind.ABSENT) {
          all.addAll(reader.extendedRecords(0, id));
        }
      }
      for (long id = 1; id <= reader.lastProcess(); id++) {
        if (reader.process(id) != null) {
          reader.extendedRecords(id, 0).stream().filter(r -> r.object() == 0).forEach(all::add);
        }
      }
      String type = all.isEmpty() ? "x" : all.get(random.nextInt(all.size())).type();
      List<Long> expected =
          all.stream()
              .filter(r -> r.type().equals(type))
              .map(ExtendedRecord::lsn)
              .sorted()
              .toList();
      List<Long> found = new ArrayList<>();
      FindQuery query = new FindQuery().record(Glob.of(type));
      new Finder(reader, query).find(each -> found.add(each.record().lsn()));
      assertThat(found.stream().sorted().toList()).isEqualTo(expected);
    }
  }

  @Property(tries = 40)
  void countsResultsBeyondTheLimit(
      @ForAll("suppressed") RandomHistory history, @ForAll Random random) throws IOException {
    try (LineageReader reader = readerOf(history)) {
      FindOrder order = FindOrder.values()[random.nextInt(FindOrder.values().length)];
      List<Found> all = new ArrayList<>();
      assertThat(new Finder(reader, new FindQuery().order(order)).find(all::add)).isZero();
      int limit = 1 + random.nextInt(all.size() + 1);
      List<Found> first = new ArrayList<>();
      long left = new Finder(reader, new FindQuery().order(order).limit(limit)).find(first::add);

      assertThat(first).isEqualTo(all.subList(0, Math.min(limit, all.size())));
      assertThat(left).isEqualTo(Math.max(0, all.size() - limit));
      assertThat(new Finder(reader, new FindQuery()).findsAny()).isEqualTo(!all.isEmpty());
      assertThat(all)
          .isSortedAccordingTo(
              (one, other) -> Long.compare(value(other, order), value(one, order)));
    }
  }

  private static long value(Found found, FindOrder order) {
    return switch (order) {
      case TIME -> found.timeNanos();
      case COUNT -> found.count();
      case BYTES -> found.bytes();
    };
  }

  private static Set<String> found(LineageReader reader, FindQuery query) throws IOException {
    Set<String> found = new TreeSet<>();
    new Finder(reader, query).find(each -> assertThat(found.add(each.id())).isTrue());
    return found;
  }

  private static LineageReader readerOf(RandomHistory history) {
    StorageAdapter adapter =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    adapter.open();
    history.batches().forEach(adapter::append);
    adapter.flush();
    return adapter.reader();
  }
}
