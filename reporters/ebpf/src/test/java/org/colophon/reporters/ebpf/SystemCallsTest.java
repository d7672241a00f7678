// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.reporters.replay.syscall.Syscall;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares both tracers with the list of all system calls. */
class SystemCallsTest {
  private static final int LAST = 470;

  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<String, Set<Integer>> classes = new TreeMap<>();

  @BeforeEach
  void readTable() throws IOException {
    for (String line : text("system-calls.txt").lines().toList()) {
      String[] words = line.split(" ", -1);
      boolean isData = !line.isEmpty() && !line.startsWith("#");
      for (int i = 1; isData && i < words.length; i++) {
        String[] call = words[i].split("=", -1);
        int number = Integer.parseInt(call[0]);
        assertThat(names.put(number, call[1])).as("a second class of %s", words[i]).isNull();
        classes.computeIfAbsent(words[0], name -> new TreeSet<>()).add(number);
      }
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream input = SystemCallsTest.class.getResourceAsStream(resource)) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Set<String> namesOf(String kind) {
    return classes.get(kind).stream().map(names::get).collect(Collectors.toSet());
  }

  @Test
  void givesEveryNumberOneClass() {
    Set<Integer> all =
        IntStream.rangeClosed(0, LAST)
            .filter(number -> number <= 336 || number >= 424) // the others are unused
            .boxed()
            .collect(Collectors.toSet());
    assertThat(names.keySet()).isEqualTo(all);
  }

  @Test
  void recordsCallsWithKernelEvents() throws IOException {
    String source = text("/bpf/colophon.bpf.c");
    Set<Integer> found = numbersIn(source, " shapes[512] = {");
    Set<Integer> expected = new TreeSet<>(classes.get("recorded"));
    expected.addAll(classes.get("gap"));
    assertThat(found).isEqualTo(expected);
    assertThat(source).contains("#define LAST_CALL " + LAST + " ");
  }

  private static Set<Integer> numbersIn(String source, String array) {
    String entries = source.substring(source.indexOf(array) + array.length());
    Matcher each =
        Pattern.compile("\\[(\\d+)] =").matcher(entries.substring(0, entries.indexOf("};")));
    Set<Integer> found = new TreeSet<>();
    while (each.find()) {
      found.add(Integer.parseInt(each.group(1)));
    }
    return found;
  }

  @Test
  void recordsLookupsAndOpensAndExecutionsOnRequest() throws IOException {
    Set<Integer> expected = new TreeSet<>(classes.get("lookup"));
    expected.addAll(Set.of(2, 85, 257, 437, 59, 322));
    assertThat(numbersIn(text("/bpf/colophon.bpf.c"), " lookups[512] = {")).isEqualTo(expected);
    classes.get("lookup").forEach(each -> assertThat(CallNumbers.type(each).looksUp()).isTrue());
  }

  @Test
  void namesRecordedCalls() {
    Set<Integer> named = new TreeSet<>(classes.get("recorded"));
    named.addAll(classes.get("lookup"));
    for (int number : named) {
      assertThat(CallNumbers.type(number).names()).contains(names.get(number));
    }
    for (int number : classes.get("gap")) {
      assertThat(CallNumbers.type(number)).isEqualTo(Syscall.UNFOLLOWED);
    }
    assertThat(CallNumbers.type(LAST + 1)).isEqualTo(Syscall.UNFOLLOWED);
  }

  @Test
  void replaysRecordedCallsAndGapsOnly() {
    Set<String> replayed =
        Arrays.stream(Syscall.values())
            .filter(call -> !call.seeks())
            .flatMap(call -> call.names().stream())
            .collect(Collectors.toSet());
    Set<String> expected = new HashSet<>(namesOf("recorded"));
    expected.addAll(namesOf("gap"));
    expected.addAll(namesOf("life"));
    expected.addAll(namesOf("lookup"));
    assertThat(replayed).containsAll(expected);
    assertThat(Syscall.UNFOLLOWED.names()).containsAll(namesOf("gap"));
    Set<String> others = new HashSet<>(names.values());
    others.removeAll(expected);
    assertThat(replayed).doesNotContainAnyElementsOf(others);
  }
}
