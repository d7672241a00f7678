// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Applies random changes of names, and compares the result with a plain map from path to object.
 */
class NamespaceProperties {
  private final Map<String, Long> plain = new TreeMap<>();

  private static String path(Random random) {
    StringBuilder path = new StringBuilder();
    int depth = 1 + random.nextInt(3);
    for (int i = 0; i < depth; i++) {
      path.append('/').append((char) ('a' + random.nextInt(3)));
    }
    return path.toString();
  }

  private Map<String, Long> remove(String path) {
    Map<String, Long> removed = new TreeMap<>();
    for (String name : new ArrayList<>(plain.keySet())) {
      if (name.equals(path) || name.startsWith(path + "/")) {
        removed.put(name.substring(path.length()), plain.remove(name));
      }
    }
    return removed;
  }

  private void put(String path, Map<String, Long> subtree) {
    subtree.forEach((rest, object) -> plain.put(path + rest, object));
  }

  private static boolean related(String one, String other) {
    return (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
  }

  private void step(Random random, Namespace names, long step) {
    String path = path(random);
    String other = path(random);
    Bytes bytes = Bytes.of(path);
    switch (random.nextInt(5)) {
      case 0, 1 -> {
        names.bind(bytes, step);
        plain.put(path, step);
      }
      case 2 -> {
        names.unbind(bytes);
        remove(path);
      }
      case 3 -> {
        if (!related(path, other)) {
          names.rename(bytes, Bytes.of(other));
          Map<String, Long> moved = remove(path);
          remove(other);
          put(other, moved);
        }
      }
      default -> {
        if (!related(path, other)) {
          names.exchange(bytes, Bytes.of(other));
          Map<String, Long> first = remove(path);
          Map<String, Long> second = remove(other);
          put(other, first);
          put(path, second);
        }
      }
    }
  }

  private void check(Namespace names, Random random) {
    for (int i = 0; i < 5; i++) {
      String path = path(random);
      assertThat(names.resolve(Bytes.of(path))).as(path).isEqualTo(plain.getOrDefault(path, 0L));
      boolean below = plain.keySet().stream().anyMatch(name -> name.startsWith(path + "/"));
      if (below) {
        assertThat(names.hasNamesBelow(Bytes.of(path))).as("has names below %s", path).isTrue();
      }
    }
  }

  @Property(tries = 500)
  void agreesWithAPlainMap(@ForAll long seed, @ForAll @IntRange(max = 60) int steps) {
    plain.clear();
    Random random = new Random(seed);
    Namespace names = new Namespace(EarlierNames.NONE);
    for (int step = 1; step <= steps; step++) {
      step(random, names, step);
      check(names, random);
    }
  }

  /** The second run starts from the names of the first, and looks them up late. */
  @Property(tries = 500)
  void agreesWithAPlainMapOverAHistory(@ForAll long seed, @ForAll @IntRange(max = 60) int steps) {
    plain.clear();
    Random random = new Random(seed);
    for (int i = 0; i < 10; i++) {
      plain.put(path(random), 1000L + i);
    }
    Namespace names = new Namespace(new FixedHistory(new TreeMap<>(plain)));
    for (int step = 1; step <= steps; step++) {
      step(random, names, step);
      check(names, random);
    }
  }

  /** At some moments the names become history, which a store supplies later. */
  @Property(tries = 500)
  void agreesWithAPlainMapWhenOldNamesAreForgotten(
      @ForAll long seed, @ForAll @IntRange(max = 120) int steps) {
    plain.clear();
    Random random = new Random(seed);
    Namespace names = new Namespace(EarlierNames.NONE);
    Map<String, Long> frozen = null;
    for (int step = 1; step <= steps; step++) {
      step(random, names, step);
      check(names, random);
      if (frozen == null && random.nextInt(5) == 0) {
        frozen = new TreeMap<>(plain);
        names = names.freeze();
      } else if (frozen != null && random.nextInt(5) == 0) {
        names.replaceHistory(new FixedHistory(frozen));
        frozen = null;
      }
      check(names, random);
    }
  }

  /** Millions of short-lived temporary files leave no memory in use. */
  @Test
  void freesMemoryOfEndedNames() {
    Namespace names = new Namespace(EarlierNames.NONE);
    names.bind(Bytes.of("/kept/before"), 1);
    for (int i = 0; i < 300_000; i++) {
      Bytes temporary = Bytes.of("/tmp/directory" + i + "/file" + i);
      names.bind(temporary, 2);
      names.rename(temporary, Bytes.of("/tmp/result"));
      names.unbind(Bytes.of("/tmp/directory" + i));
    }
    assertThat(names.nodes()).isLessThan(10);
    assertThat(names.heldBytes()).isLessThan(8 << 20);
    assertThat(names.resolve(Bytes.of("/kept/before"))).isEqualTo(1);
    assertThat(names.resolve(Bytes.of("/tmp/result"))).isEqualTo(2);
    assertThat(names.hasNamesBelow(Bytes.of("/tmp"))).isTrue();
  }

  /** No method recurses over the components of a name. */
  @Test
  void acceptsNamesOfManyComponents() {
    Namespace names = new Namespace(EarlierNames.NONE);
    Bytes deep = Bytes.of("/a".repeat(32_000));
    names.bind(deep, 1);
    assertThat(names.hasNamesBelow(Bytes.of("/a"))).isTrue();
    names.rename(Bytes.of("/a"), Bytes.of("/b"));
    assertThat(names.resolve(deep)).isZero();
    assertThat(names.resolve(Bytes.of("/b" + "/a".repeat(31_999)))).isEqualTo(1);
    names.unbind(Bytes.of("/b"));
    assertThat(names.nodes()).isLessThan(3);
  }

  @Property(tries = 500)
  void revertsChangesOfAUnit(@ForAll long seed, @ForAll @IntRange(max = 60) int steps) {
    plain.clear();
    Random random = new Random(seed);
    for (int i = 0; i < 10; i++) {
      plain.put(path(random), 1000L + i);
    }
    Namespace names = new Namespace(new FixedHistory(new TreeMap<>(plain)));
    for (int step = 1; step <= steps; step++) {
      Map<String, Long> before = new TreeMap<>(plain);
      names.beginUnit();
      for (int i = random.nextInt(5); i >= 0; i--) {
        step(random, names, step * 10L + i);
        check(names, random);
      }
      if (random.nextBoolean()) {
        names.keep();
      } else {
        names.takeBack();
        plain.clear();
        plain.putAll(before);
      }
      check(names, random);
    }
  }

  private record FixedHistory(Map<String, Long> names) implements EarlierNames {
    @Override
    public long resolve(Bytes path) {
      return names.getOrDefault(path.toString(), 0L);
    }

    @Override
    public boolean hasNamesBelow(Bytes path) {
      List<String> below =
          names.keySet().stream().filter(name -> name.startsWith(path + "/")).toList();
      return !below.isEmpty();
    }
  }
}
