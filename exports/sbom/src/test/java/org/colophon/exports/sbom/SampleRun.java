// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.Revision;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.jspecify.annotations.Nullable;

/** A shell that starts a compiler, with names that are not to be trusted. */
final class SampleRun {
  static final String HOSTILE = "/w/\"}],\u202e\u001b[31m<b>%\n'{{x}}\ud83d\ude00";
  static final String SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  static final String GIT = "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3";
  static final Instant BEGIN = Instant.parse("2026-11-20T08:00:00.123456Z");
  static final int SOURCE = 0;
  static final int COMPILER = 1;
  static final int PIPE = 2;
  static final int LOG_BEFORE = 3;
  static final int LOG_AFTER = 4;
  static final int OUTPUT = 5;

  private SampleRun() {}

  static RecordedRun complete() {
    return run(false, List.of());
  }

  static RecordedRun run(boolean isRunning, List<String> gaps) {
    return new RecordedRun(
        "ab12",
        "web \u0007<host>",
        120,
        isRunning,
        BEGIN,
        isRunning ? null : BEGIN.plusSeconds(9),
        List.of(
            program("process:1", -1, "/bin/sh", List.of("sh", "-c", HOSTILE)),
            program("process:2", 0, "/usr/bin/cc", List.of("cc", ""))),
        List.of(
            file("object:1.v0", HOSTILE, ObjectKind.FILE, Role.INPUT, false, SHA256),
            file("object:2.v0", "/usr/bin/cc", ObjectKind.FILE, Role.INPUT, true, null),
            file("object:3.v1", "", ObjectKind.PIPE, Role.INTERMEDIATE, false, null),
            file("object:4.v0", "/w/log", ObjectKind.FILE, Role.INPUT, false, SHA256),
            file("object:4.v0", "/w/log", ObjectKind.FILE, Role.OUTPUT, false, SHA256),
            file("object:5.v1", "/w/prog", ObjectKind.FILE, Role.OUTPUT, false, null)),
        List.of(
            use(0, PIPE, How.READ),
            use(1, SOURCE, How.READ),
            use(1, COMPILER, How.CODE),
            use(1, PIPE, How.WRITE),
            use(1, LOG_BEFORE, How.READ),
            use(1, LOG_AFTER, How.WRITE),
            use(1, OUTPUT, How.WRITE)),
        List.of(
            new Origins(LOG_AFTER, List.of(LOG_BEFORE)),
            new Origins(OUTPUT, List.of(SOURCE, COMPILER))),
        gaps);
  }

  private static Program program(
      String key, int parent, String executable, List<String> arguments) {
    return new Program(
        key,
        parent,
        true,
        17,
        executable,
        arguments,
        false,
        "/w",
        BEGIN,
        null,
        parent < 0 ? 0 : null,
        Map.of("LANG", "C", "A\"", HOSTILE),
        List.of("user " + HOSTILE),
        null);
  }

  private static RunFile file(
      String key,
      String name,
      ObjectKind kind,
      Role role,
      boolean isFolded,
      @Nullable String sha256) {
    String git = sha256 == null ? null : GIT;
    return new RunFile(key, name, kind, role, isFolded, sha256, git, sha256 == null ? null : 4L);
  }

  private static Use use(int program, int file, How how) {
    return new Use(program, file, how, 2, 40, BEGIN, BEGIN.plusNanos(1), how == How.WRITE);
  }

  static Surroundings surroundings() {
    return surroundings(BEGIN.plusSeconds(100));
  }

  static Surroundings surroundings(Instant now) {
    SoftwarePackage compiler =
        new SoftwarePackage(
            "deb",
            "gcc-12",
            "12.2.0-14+deb12u1",
            "pkg:deb/debian/gcc-12@12.2.0-14%2Bdeb12u1?arch=amd64",
            List.of(COMPILER),
            true);
    return new Surroundings(
        "colophon 0.1.0",
        now,
        List.of(compiler),
        new Revision("/w", "https://example.org/" + "x.git", GIT, true, true),
        List.of("/w/prog is not the recorded version"),
        Surroundings.TRACE);
  }
}
