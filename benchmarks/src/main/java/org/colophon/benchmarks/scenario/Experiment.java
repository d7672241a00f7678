// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Machine;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.result.ResultFile;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one result file: groups of subjects, which are measured in rounds. The runs
 * of a group alternate, and each round begins with another one, since the order may affect the
 * result.
 */
public final class Experiment {
  /** A subject that can be measured repeatedly. */
  @FunctionalInterface
  public interface Run {
    /**
     * Measures the subject once.
     *
     * @param round number of the round, from 0; negative if the run is a warm-up
     * @return rows of measured values, usually one, see {@link Figures}
     * @throws Exception if the measurement fails or an answer is wrong
     */
    List<Figures> measure(int round) throws Exception;
  }

  /** A step that is not measured. */
  @FunctionalInterface
  public interface Step {
    void run() throws Exception;
  }

  private final String name;
  private final Figures settings = new Figures();
  private final List<List<Run>> groups = new ArrayList<>();
  private int warmUps;
  private int rounds = 1;
  private int maxRounds;
  private @Nullable String untilColumn;
  private double untilPercent;
  private Step preparation = () -> {};
  private UnaryOperator<List<Figures>> table = UnaryOperator.identity();

  private Experiment(String name) {
    this.name = name;
  }

  /**
   * Returns an experiment without subjects.
   *
   * @param name name of the result file
   */
  public static Experiment named(String name) {
    return new Experiment(name);
  }

  /** Adds a setting to the result file. */
  public Experiment setting(String setting, Object value) {
    settings.put(setting, value);
    return this;
  }

  /** Sets a step that runs before the first round. */
  public Experiment before(Step step) {
    preparation = step;
    return this;
  }

  /** Sets the number of rounds; the warm-ups precede and do not count. */
  public Experiment rounds(int measured, int unmeasured) {
    rounds = measured;
    warmUps = unmeasured;
    return this;
  }

  /**
   * Repeats rounds until the confidence interval of a column is narrow enough in each row, see
   * {@link Medians#interval}.
   *
   * @param percent maximum half width of the interval, in percent of the median; 0 for no
   *     repetition
   * @param limit maximum number of rounds
   */
  public Experiment until(String column, double percent, int limit) {
    if (percent > 0) {
      untilColumn = column;
      untilPercent = percent;
      maxRounds = limit;
      setting("untilWithin", percent + " % of " + column).setting("maxRounds", limit);
    }
    return this;
  }

  /** Adds a group of subjects that alternate. */
  public Experiment alternating(List<Run> subjects) {
    groups.add(List.copyOf(subjects));
    return this;
  }

  /** Adds a single subject. */
  public Experiment subject(Run subject) {
    return alternating(List.of(subject));
  }

  /** Makes the table of medians: a row for each combination of values of the columns. */
  public Experiment medians(String... columns) {
    return table(runs -> Medians.rows(runs, columns));
  }

  /** Sets the function from runs to the rows of the table. By default, each run is a row. */
  public Experiment table(UnaryOperator<List<Figures>> rows) {
    table = rows;
    return this;
  }

  /** Measures all rounds. Returns the rows of all runs that count. */
  public List<Figures> measure(Consumer<String> progress) throws Exception {
    List<Figures> runs = new ArrayList<>();
    preparation.run();
    for (int round = -warmUps; round < rounds || isRepeated(round, runs, progress); round++) {
      for (List<Run> group : groups) {
        for (int i = 0; i < group.size(); i++) {
          Run subject = group.get(Math.floorMod(i + round, group.size()));
          List<Figures> measured = subject.measure(round);
          String label = round < 0 ? "warm-up " : "round " + (round + 1) + " ";
          measured.forEach(row -> progress.accept(label + row));
          runs.addAll(round < 0 ? List.of() : measured);
        }
      }
    }
    return runs;
  }

  /** Returns whether a further round is needed. Reports a row that exceeds the limit of rounds. */
  private boolean isRepeated(int round, List<Figures> runs, Consumer<String> progress) {
    String column = untilColumn;
    if (column == null) {
      return false;
    }
    List<Figures> wide = table.apply(runs).stream().filter(row -> isWide(row, column)).toList();
    if (round >= maxRounds) {
      wide.forEach(row -> progress.accept("still too wide after " + round + " rounds: " + row));
    }
    return !wide.isEmpty() && round < maxRounds;
  }

  private boolean isWide(Figures row, String column) {
    double limit = Math.abs(row.number(column)) * untilPercent / 100;
    return !(Medians.interval(row, column) <= limit);
  }

  /** Returns the result of runs. */
  ResultFile result(String date, List<Figures> runs) {
    return new ResultFile(name, date, Machine.facts(), settings, rows(runs), List.copyOf(runs));
  }

  /** Returns the rows of the table of runs. */
  public List<Map<String, Object>> rows(List<Figures> runs) {
    return List.copyOf(table.apply(runs));
  }
}
