// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A random case: recorded and unrecorded steps in turn, and the truth that its {@link FileModel}
 * knows. All sources have the same size, and all but one the same old time of modification, so
 * neither tells contents apart.
 */
final class Scenario {
  /** First letter of the names on the second file system. */
  static final char SECOND = 'm';

  private static final List<String> NAMES = List.of("d/a", "d/b", "e/a", "e/b", "m/a", "m/b");
  private static final int SOURCES = 4;
  private static final int OUTPUTS = 2;
  private static final long FUTURE_NANOS = 2_051_222_400_000_000_000L;

  private static final List<String> RECORDED =
      List.of(
          "copy",
          "copy",
          "append",
          "save",
          "synchronize",
          "check-out",
          "extract",
          "copy-with-time",
          "move-across",
          "rename",
          "rename",
          "link",
          "swap",
          "remove");

  private static final List<String> UNRECORDED =
      List.of(
          "rename",
          "rename",
          "rename",
          "move-across",
          "swap",
          "link",
          "link",
          "copy",
          "append",
          "copy-with-time",
          "save",
          "synchronize",
          "check-out",
          "extract",
          "touch",
          "remove");

  /** The steps of each phase: recorded, unrecorded, recorded, unrecorded. */
  final List<List<Step>> phases = new ArrayList<>();

  /** The content that each output has, by its name. */
  final Map<String, FileModel.Content> outputs = new LinkedHashMap<>();

  /** Contents after each phase, by name. */
  final List<Map<String, FileModel.Content>> contents = new ArrayList<>();

  final FileModel files = new FileModel();
  final long seed;
  final int number;

  private final Random random;

  Scenario(long seed, int number) {
    this.seed = seed;
    this.number = number;
    this.random = new Random(seed);
    for (int i = 0; i < SOURCES; i++) {
      files.addSource("d/s" + i, "%06d %d\n".formatted(number, i));
    }
    int left = 1 + random.nextInt(6);
    int first = 1 + random.nextInt(Math.min(left, 3));
    int second = Math.min(left - first, random.nextInt(3));
    int third = Math.min(left - first - second, random.nextInt(2));
    addPhase(first, RECORDED);
    addPhase(second, UNRECORDED);
    addPhase(third, RECORDED);
    addOutputs();
    addPhase(left - first - second - third, UNRECORDED);
  }

  private void addPhase(int count, List<String> operations) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Step step = files.names().isEmpty() ? new Step("copy", source(), name()) : null;
      while (step == null || !isPossible(step)) {
        step = randomStep(operations.get(random.nextInt(operations.size())));
      }
      files.apply(step, operations == RECORDED);
      steps.add(step);
    }
    phases.add(steps);
    contents.add(files.contents());
  }

  /** Adds copies of random files to the last phase. */
  private void addOutputs() {
    for (int i = 0; i < OUTPUTS && !files.names().isEmpty(); i++) {
      String read = present();
      phases.get(2).add(new Step("copy", read, "d/out" + i));
      outputs.put("d/out" + i, files.at(read));
    }
  }

  private Step randomStep(String operation) {
    return switch (operation) {
      case "rename", "link", "move-across" -> new Step(operation, present(), name());
      case "swap" -> new Step(operation, present(), present());
      case "remove" -> new Step(operation, "-", present());
      case "touch" ->
          new Step(
              operation,
              Long.toString(random.nextBoolean() ? FileModel.OLD_NANOS : FUTURE_NANOS),
              present());
      default -> new Step(operation, random.nextInt(3) == 0 ? present() : source(), name());
    };
  }

  private boolean isPossible(Step step) {
    String from = step.from();
    String to = step.to();
    boolean isSame = files.exists(from) && files.exists(to) && files.isSame(from, to);
    boolean isAcross = (from.charAt(0) == SECOND) != (to.charAt(0) == SECOND);
    return switch (step.operation()) {
      case "rename", "swap" -> !isSame && !isAcross;
      case "link" -> !files.exists(to) && !isAcross;
      case "move-across" -> isAcross;
      default -> !isSame;
    };
  }

  private String present() {
    List<String> names = files.names();
    return names.get(random.nextInt(names.size()));
  }

  private String source() {
    return "d/s" + random.nextInt(SOURCES);
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  int length() {
    return phases.stream().mapToInt(List::size).sum();
  }

  @Override
  public String toString() {
    List<String> titles = List.of("recorded", "unrecorded", "recorded", "unrecorded");
    List<String> lines = new ArrayList<>();
    lines.add("case " + number + " of seed " + seed);
    IntStream.range(0, phases.size())
        .forEach(i -> phases.get(i).forEach(step -> lines.add("  " + titles.get(i) + ": " + step)));
    return String.join("\n", lines);
  }
}
