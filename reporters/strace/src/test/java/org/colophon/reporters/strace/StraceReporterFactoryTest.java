// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StraceReporterFactoryTest {
  private final ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("strace");

  @Test
  void isFoundByName() {
    assertThat(factory).isInstanceOf(StraceReporterFactory.class);
    assertThat(factory.options()).extracting("name").contains("command", "pid", "from", "cpus");
  }

  @ParameterizedTest
  @CsvSource({
    "pid,x",
    "pid,0",
    "pid,-3",
    "pin,maybe",
    "times,1",
    "decorate,yes",
    "nonsense,1",
    "pin,yes"
  })
  void rejectsInvalidOptions(String name, String value) {
    assertThatThrownBy(() -> factory.create(Map.of(name, value)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Test
  void rejectsTwoTraceTargets() {
    assertThatThrownBy(() -> factory.create(Map.of("pid", "1", "from", "x")))
        .hasMessageContaining("one of");
  }

  @Test
  void reportsMissingCommand() {
    ReplayReporter reporter = new StraceReporter.Builder().command(List.of("no-such-cmd")).build();
    assertThatThrownBy(() -> reporter.run(new SavedTraceTest.Context(new RecordingSink())))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(reporter.getAsInt()).isEqualTo(127);
  }

  @Test
  void reportsCommandThatMayNotBeExecuted() {
    ReplayReporter reporter = new StraceReporter.Builder().command(List.of("/etc/passwd")).build();
    assertThatThrownBy(() -> reporter.run(new SavedTraceTest.Context(new RecordingSink())))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_PERMITTED));
    assertThat(reporter.exitStatus()).isEqualTo(126);
  }

  @Test
  void reportsMissingStrace() {
    ReplayReporter reporter =
        new StraceReporter.Builder().command(List.of("true")).strace("no-such-strace").build();
    assertThatThrownBy(() -> reporter.run(new SavedTraceTest.Context(new RecordingSink())))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOOL_MISSING))
        .hasMessageContaining("apt-get install strace");
  }
}
