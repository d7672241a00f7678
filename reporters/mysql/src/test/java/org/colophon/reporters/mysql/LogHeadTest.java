package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogHeadTest {
  @ParameterizedTest
  @CsvSource({
    "10.11.19-MariaDB-log (Debian 12), false",
    "5.6.51-log (MySQL Community Server (GPL)), false",
    "5.7.22-log (MySQL Community Server (GPL)), true",
    "8.0.15 (MySQL Community Server - GPL), true"
  })
  void shouldExpectTimesOfRecordsAsTheServerWritesThem(String version, boolean hasTimes) {
    LogHead head = LogHead.of("/usr/sbin/server, Version: " + version + ". started with:\n");
    assertThat(head.hasTimes()).isEqualTo(hasTimes);
  }

  @ParameterizedTest
  @CsvSource({"2026-11-21T03:03:22.188889Z, true", "261121  3:02:57, false"})
  void shouldExpectTimesOfRecordsAsTheFirstOnesHaveThem(String time, boolean hasTimes) {
    LogHead head = LogHead.of(time + "\t    6 Query\tselect 1\n");
    assertThat(head.hasTimes()).isEqualTo(hasTimes);
  }
}
