// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what both transports record of one script. */
class SameFactsIT {
  private static final String WORK =
      """
      mkdir -p d/e out; echo one > d/a; cat d/a > d/b; cp d/a d/e/c; cat d/b >> d/e/c
      ln d/a d/linked; ln -s a d/link; cat d/link > out/link; chmod 600 d/a; touch -d 2001-02-03 d/b
      echo new > d/part; mv d/part d/a; cat d/a > out/a; mv d moved; cat moved/e/c > out/c
      sort moved/a moved/b | tr a-z A-Z > out/upper; truncate -s 2 out/c; : > moved/b
      mkfifo p; rm moved/linked; rm -r moved/e; dd if=out/a of=out/synced oflag=sync 2>/dev/null
      python3 -c 'import os; f = open("out/own", "w"); f.write("text"); os.fsync(f.fileno())'
      touch $'out/\\xff'; mv out/upper $'out/\\xff'
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"async", "ordered", "strict"})
  void recordsSameNamesVersionsReadersAndWriters(String ordering) throws Exception {
    Map<String, SortedSet<String>> raw = record("raw", ordering);

    assertThat(raw).containsKeys("/d/a", "/moved/a", "/out/upper");
    assertThat(record("jnr-fuse", ordering)).isEqualTo(raw);
  }

  @ParameterizedTest
  @ValueSource(strings = {"include", "exclude"})
  void recordsSameFilesWithinScope(String option) throws Exception {
    Map<String, SortedSet<String>> raw = record("raw", "ordered", option, "/out,b");

    assertThat(raw.containsKey("/out/a")).isEqualTo(option.equals("include"));
    assertThat(record("jnr-fuse", "ordered", option, "/out,b")).isEqualTo(raw);
  }

  /** Returns facts about the objects that ever had each path below the mount. */
  private Map<String, SortedSet<String>> record(String transport, String ordering, String... more)
      throws Exception {
    String[] options = {"transport", transport, "ordering", ordering, "digests", "all"};
    String[] all = Arrays.copyOf(options, options.length + more.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    try (Mounted mounted = new Mounted(directory.resolve(transport), all)) {
      mounted.run(WORK);
      mounted.unmount();
      LineageReader reader = mounted.reader();
      Map<String, SortedSet<String>> facts = new TreeMap<>();
      Bytes mount = Bytes.of(mounted.mount.toString());
      for (Bytes path : reader.pathsEverUnder(mount)) {
        SortedSet<String> found = new TreeSet<>();
        for (NameBinding binding : reader.bindingsOf(path)) {
          found.add(describe(reader, binding, mount));
        }
        facts.put(path.slice(mount.length(), path.length()).display(), found);
      }
      return facts;
    }
  }

  private static String describe(LineageReader reader, NameBinding binding, Bytes mount) {
    SortedSet<String> facts = new TreeSet<>();
    for (NameBinding other : reader.namesOf(binding.object())) {
      if (other.path().isAtOrBelow(mount)) {
        facts.add("name " + other.path().slice(mount.length(), other.path().length()).display());
      }
    }
    int[] cuts = new int[1];
    reader.cuts(binding.object(), (process, begin, end, nanos) -> cuts[0]++);
    facts.add("cuts " + cuts[0]);
    // Opens and closes are recorded or implied, depending on when Linux reports the close.
    int modes = AccessMode.READ.bit() | AccessMode.WRITE.bit() | AccessMode.NAME.bit();
    reader.accessesOfObject(
        binding.object(),
        modes,
        (process, object, kind, first, last, count, bytes, begin, end) ->
            facts.add(kind + " by " + program(reader, process)));
    return facts.toString();
  }

  private static String program(LineageReader reader, long process) {
    return Path.of(reader.process(process).declaration().executable().toString())
        .getFileName()
        .toString();
  }
}
