// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.neo4j.facts.FactCache;
import org.junit.jupiter.api.Test;

class FactCacheTest {
  private static final long CACHE_BYTES = 8 << 20;
  private static final int TEXT_BYTES = 100 << 10;
  private static final int FACTS = 1_000;
  private static final int MOST = (int) (CACHE_BYTES / TEXT_BYTES);

  private final FactCache cache = new FactCache(CACHE_BYTES);
  private final Bytes large = Bytes.of("x".repeat(TEXT_BYTES));

  /** Reads many facts; returns how many of them stay cached. */
  private int knownClasses(int factClass, LongFunction<?> maker) {
    for (long id = 1; id <= FACTS; id++) {
      cache.get(factClass, id, maker);
    }
    AtomicInteger known = new AtomicInteger(FACTS);
    for (long id = 1; id <= FACTS; id++) {
      cache.get(
          factClass,
          id,
          missing -> {
            known.decrementAndGet();
            return null;
          });
    }
    return known.get();
  }

  private int knownProcesses(
      Bytes identity, Bytes executable, List<Bytes> arguments, Bytes directory) {
    ProcessDeclaration declared =
        new ProcessDeclaration(identity, 1, executable, arguments, directory, 0);
    return knownClasses(FactCache.PROCESS, id -> new ProcessInfo(id, declared, 1, 0, 0, 0));
  }

  @Test
  void staysWithinItsBytesWhenProcessesHaveManyArguments() {
    List<Bytes> arguments = Collections.nCopies(100, Bytes.of("x".repeat(TEXT_BYTES / 100)));
    assertThat(knownProcesses(Bytes.EMPTY, Bytes.EMPTY, arguments, Bytes.EMPTY)).isBetween(1, MOST);
  }

  @Test
  void countsAllTextsOfProcesses() {
    assertThat(knownProcesses(large, Bytes.EMPTY, List.of(), Bytes.EMPTY)).isBetween(1, MOST);
    assertThat(knownProcesses(Bytes.EMPTY, large, List.of(), Bytes.EMPTY)).isBetween(1, MOST);
    assertThat(knownProcesses(Bytes.EMPTY, Bytes.EMPTY, List.of(), large)).isBetween(1, MOST);
  }

  @Test
  void staysWithinItsBytesWhenObjectsHaveLongTexts() {
    ObjectDeclaration declared = new ObjectDeclaration(ObjectKind.FILE, large, Bytes.EMPTY);
    assertThat(knownClasses(FactCache.OBJECT, id -> new ObjectInfo(id, declared, 1)))
        .isBetween(1, MOST);
  }

  @Test
  void staysWithinItsBytesWhenNamesAreLong() {
    List<NameBinding> names = List.of(new NameBinding(large, 1, 1, 0));
    for (long id = 1; id <= FACTS; id++) {
      cache.names(id, missing -> names);
    }
    AtomicInteger known = new AtomicInteger(FACTS);
    for (long id = 1; id <= FACTS; id++) {
      cache.names(
          id,
          missing -> {
            known.decrementAndGet();
            return List.of();
          });
    }
    assertThat(known.get()).isBetween(1, MOST);
  }

  @Test
  void keepsAllSmallRecords() {
    List<Bytes> arguments = List.of(Bytes.of("ls"));
    assertThat(knownProcesses(Bytes.EMPTY, Bytes.EMPTY, arguments, Bytes.EMPTY)).isEqualTo(FACTS);
  }
}
