// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.LibraryLoader;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.colophon.reporters.fuse.Mounted;

/**
 * Performs random sequences of file operations in a mount and in a plain directory outside its
 * source. Every result and the final content must be equal.
 */
class RandomOperationsProperties {
  private static Path directory;
  private static Mounted mounted;
  private static Calls calls;
  private static int tries;

  @BeforeContainer
  static void mount() throws Exception {
    directory = Files.createTempDirectory("colophon-random");
    open(directory);
    open(Files.createDirectory(directory.resolve("plain")));
    calls = LibraryLoader.create(Calls.class).failImmediately().load("libc.so.6");
    mounted = new Mounted(directory, "ordering", "async", "inspectors", "text");
  }

  private static void open(Path path) throws Exception {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterContainer
  static void unmount() throws Exception {
    mounted.close();
    Mounted.run(List.of("rm", "-r", directory.toString()), Path.of("/"));
  }

  private static Path room(Path parent) throws Exception {
    Path room = Files.createDirectory(parent.resolve("r" + tries));
    Files.setPosixFilePermissions(room, PosixFilePermissions.fromString("rwxrwxrwx"));
    return room;
  }

  private static List<String> answers(Room room, List<Step> steps) {
    List<String> answers = new ArrayList<>();
    for (Step step : steps) {
      answers.add(step + " -> " + room.make(step));
    }
    room.inventory().forEach((name, what) -> answers.add(name + ": " + what));
    return answers;
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void behavesLikePlainDirectory(@ForAll("steps") List<Step> steps) throws Exception {
    tries++;
    Path below = room(mounted.source);
    Path plainRoom = room(directory.resolve("plain"));
    try (Room plain = new Room(calls, plainRoom);
        Room mirror = new Room(calls, mounted.mount.resolve("r" + tries));
        Room source = new Room(calls, below)) {
      List<String> expected = answers(plain, steps);
      assertThat(answers(mirror, steps)).isEqualTo(expected);
      assertThat(source.inventory()).isEqualTo(plain.inventory());
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.of(Step.Kind.class)),
                Tuple.of(3, Arbitraries.of(Step.Kind.OPEN, Step.Kind.MKDIR)),
                Tuple.of(2, Arbitraries.of(Step.Kind.SET_ATTRIBUTE, Step.Kind.PWRITE)),
                Tuple.of(1, Arbitraries.of(Step.Kind.SET_FLAGS))),
            upTo(Step.SLOTS - 1),
            names(),
            names(),
            upTo(15),
            upTo(40),
            upTo(40))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  /** Returns names, mostly the first few, so that steps affect each other. */
  private static Arbitrary<Integer> names() {
    return Arbitraries.frequencyOf(Tuple.of(3, upTo(3)), Tuple.of(1, upTo(Step.NAMES.size() - 1)));
  }

  private static Arbitrary<Integer> upTo(int most) {
    return Arbitraries.integers().between(0, most);
  }
}
