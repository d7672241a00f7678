// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the file with control calls, without a service. */
class AuditLogTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T09:30:00Z"), ZoneOffset.UTC);

  @TempDir private Path directory;

  private Path file;
  private AuditLog log;

  @BeforeEach
  void create() {
    file = directory.resolve("audit.log");
    log = new AuditLog(file, CLOCK, 500);
  }

  @Test
  void writesOneLinePerCallIntoFileThatOnlyOwnerReads() throws IOException {
    log.write("user root", new ControlCall("detach", Map.of("id", "a\nb")), AuditLog.OK);
    log.write("service process", new ControlCall("reload", Map.of()), "BAD_REQUEST");

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"time\":\"2026-11-21T09:30:00Z\",\"who\":\"user root\",\"action\":\"detach\","
                + "\"details\":{\"id\":\"a\\nb\"},\"outcome\":\"ok\"}",
            "{\"time\":\"2026-11-21T09:30:00Z\",\"who\":\"service process\","
                + "\"action\":\"reload\",\"details\":{},\"outcome\":\"BAD_REQUEST\"}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void cutsLongDetails() throws IOException {
    log.write("user root", new ControlCall("snapshot", Map.of("name", "x".repeat(999))), "ok");

    assertThat(Files.readString(file)).contains("x...\"").hasSizeLessThan(400);
  }

  @Test
  void replacesFileWhenItIsFull() throws IOException {
    for (int i = 0; i < 20; i++) {
      log.write("user root", new ControlCall("detach", Map.of("id", "r" + i)), AuditLog.OK);
    }

    assertThat(Files.size(file)).isLessThan(700);
    assertThat(Files.readString(file)).contains("\"r19\"").doesNotContain("\"r0\"");
    assertThat(directory.resolve("audit.log.1")).isNotEmptyFile();
    assertThat(directory).isDirectoryNotContaining("glob:**.2");
  }

  @Test
  void startsNewFileWhenItWasMovedAway() throws IOException {
    log.write("user root", new ControlCall("snapshot", Map.of()), AuditLog.OK);
    Files.move(file, directory.resolve("elsewhere"));
    log.write("user root", new ControlCall("prune", Map.of()), AuditLog.OK);

    assertThat(Files.readString(file)).contains("prune").doesNotContain("snapshot");
  }
}
