// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.time.Instant;
import java.util.ArrayList;
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

/** Builds small runs in /job for tests. Each use happens a second after the use before it. */
final class CheckedRun {
  private final List<Program> programs = new ArrayList<>();
  private final List<RunFile> files = new ArrayList<>();
  private final List<Use> uses = new ArrayList<>();
  private final List<Origins> origins = new ArrayList<>();
  private final List<String> gaps = new ArrayList<>();
  private boolean isRunning;

  /** Returns a run of make, cat and cc: cat copies the first file to v.h, which cc compiles. */
  static CheckedRun build(String patchLevel) {
    return new CheckedRun()
        .program("/usr/bin/make", -1, "/job")
        .program("/usr/bin/cat", 0, "/job")
        .program("/usr/bin/cc", 0, "/job")
        .file(patchLevel, Role.INPUT)
        .file("/job/src/v.h", Role.OUTPUT)
        .file("/job/src/main.c", Role.INPUT)
        .file("/job/app", Role.OUTPUT)
        .use(1, 0, How.READ)
        .use(1, 1, How.WRITE)
        .use(2, 1, How.READ)
        .use(2, 2, How.READ)
        .use(2, 3, How.WRITE)
        .use(2, 3, How.READ)
        .origins(1, 0)
        .origins(3, 0, 2);
  }

  CheckedRun program(String executable, int parent, String directory) {
    programs.add(
        new Program(
            "process:" + programs.size(),
            parent,
            false,
            100,
            executable,
            List.of(executable),
            false,
            directory,
            null,
            null,
            0,
            Map.of(),
            List.of(),
            null));
    return this;
  }

  CheckedRun file(String name, Role role) {
    return file(name, role, ObjectKind.FILE, name.startsWith("/usr/"));
  }

  CheckedRun file(String name, Role role, ObjectKind kind, boolean isFolded) {
    files.add(new RunFile("object:" + files.size(), name, kind, role, isFolded, null, null, null));
    return this;
  }

  CheckedRun use(int program, int file, How how) {
    Instant time = Instant.ofEpochSecond(1_700_000_000L + uses.size());
    uses.add(new Use(program, file, how, 1, 1, time, time, false));
    return this;
  }

  /** Adds a file that the compiler reads or writes. */
  CheckedRun with(String name, Role role, ObjectKind kind, How how) {
    return file(name, role, kind, name.startsWith("/usr/")).use(2, files.size() - 1, how);
  }

  CheckedRun origins(int output, Integer... inputs) {
    origins.add(new Origins(output, List.of(inputs)));
    return this;
  }

  CheckedRun gap(String text) {
    gaps.add(text);
    return this;
  }

  CheckedRun running() {
    isRunning = true;
    return this;
  }

  RecordedRun run() {
    return new RecordedRun(
        "ab", "web", 9, isRunning, null, null, programs, files, uses, origins, gaps);
  }
}
