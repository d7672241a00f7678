// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.query.api.Direction;
import org.junit.jupiter.api.Test;

/** Checks how requests follow from the declarations of their parameters. */
class RequestTypeTest {
  private static final RequestType<Sample> SAMPLE = new RequestType<>(Sample.class);

  /** A nested part of a request. */
  public record Part(@Parameter("-a, --all  Show all.") boolean all) {}

  /** A request with each kind of parameter. */
  public record Sample(
      @Parameter("FILE...  The files.") List<String> file,
      @Parameter("--descendants  Show the influence.") Direction direction,
      @Parameter(value = "-n, --limit N  At most N.", max = 9, nodes = true) Integer limit,
      @Parameter("--in[=DIR]  Below DIR.") String directory,
      @Parameter("  In the API only.") String fromLsn,
      Part part) {}

  private static Sample read(Map<String, List<String>> values) {
    Set<String> names = Set.of("file", "direction", "limit", "in", "from-lsn", "all");
    return SAMPLE.read(new Parameters(values, names), 5);
  }

  private static List<String> written(Sample sample) {
    List<String> pairs = new ArrayList<>();
    SAMPLE.write(sample, (name, value) -> pairs.add(name + "=" + value));
    return pairs;
  }

  @Test
  void readsWhatItWrites() {
    Sample full = new Sample(List.of("a", "b"), Direction.DESCENDANTS, 5, "", "7", new Part(true));
    assertThat(written(full))
        .containsExactly(
            "file=a",
            "file=b",
            "direction=descendants",
            "limit=5",
            "in=",
            "from-lsn=7",
            "all=true");
    assertThat(
            read(
                Map.of(
                    "file", List.of("a", "b"),
                    "direction", List.of("descendants"),
                    "limit", List.of("5"),
                    "in", List.of(""),
                    "from-lsn", List.of("7"),
                    "all", List.of(""))))
        .isEqualTo(full);
  }

  @Test
  void leavesAbsentParametersOut() {
    Sample sample = read(Map.of("file", List.of("a")));
    assertThat(sample).isEqualTo(new Sample(List.of("a"), null, null, null, null, new Part(false)));
    assertThat(written(sample)).containsExactly("file=a");
  }

  @Test
  void refusesValuesBeyondTheirLimits() {
    assertThatThrownBy(() -> read(Map.of())).hasMessage("the parameter file is missing");
    assertThatThrownBy(() -> SAMPLE.create(each -> each.isRepeated() ? List.of("") : null))
        .hasMessage("the parameter file is missing");
    Map<String, List<String>> tooMany = Map.of("file", List.of("a"), "limit", List.of("6"));
    assertThatThrownBy(() -> read(tooMany))
        .hasMessage("the parameter limit is 6, but the setting limits.nodes allows at most 5");
    Map<String, Object> tooLarge = Map.of("file", List.of("a"), "limit", 10);
    assertThatThrownBy(() -> SAMPLE.create(each -> tooLarge.get(each.name())))
        .hasMessage("the parameter limit must be a whole number up to 9, not '10'");
  }

  @Test
  void readsNamesAndNumbersOfValuesFromHelp() {
    assertThat(SAMPLE.parameters())
        .extracting(each -> each.name() + " " + each.label() + " " + each.arity())
        .startsWith("file FILE 1..*", "direction  0", "limit N 1", "in DIR 0..1");
    assertThat(SAMPLE.parameters().get(2).optionNames()).containsExactly("-n", "--limit");
    assertThat(SAMPLE.parameters()).filteredOn(ParameterSpec::isRequired).hasSize(1);
  }
}
