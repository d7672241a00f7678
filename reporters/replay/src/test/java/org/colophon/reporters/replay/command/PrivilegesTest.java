// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.reporters.common.proc.ProcFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the privileges that files grant with those of an unprivileged process. */
class PrivilegesTest {
  private static final int NOBODY = 65534;

  @TempDir Path directory;

  private Path program;

  @BeforeEach
  void makeProgram() throws Exception {
    assumeThat(Privileges.tracer()).as("needs root").isZero();
    program = Files.copy(Path.of("/bin/true"), directory.resolve("program"));
  }

  private boolean isLost() throws Exception {
    Process nobody =
        new ProcessBuilder(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "sleep",
                "99")
            .start();
    try {
      int pid = (int) nobody.pid();
      while (!ProcFiles.link("" + pid, "exe").toString().endsWith("sleep")) {
        assertThat(nobody.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      return Privileges.isLost(program, pid, NOBODY);
    } finally {
      nobody.destroyForcibly();
    }
  }

  private void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void plainProgramLosesNoPrivilege() throws Exception {
    run("chmod", "2745", program.toString()); // not executable by the file's group
    assertThat(Privileges.isGrantedBy(program)).isFalse();
    assertThat(isLost()).isFalse();
  }

  @Test
  void setUserIdAndSetGroupIdProgramsLosePrivilege() throws Exception {
    for (String mode : new String[] {"4755", "2755"}) {
      run("chmod", mode, program.toString());
      assertThat(Privileges.isGrantedBy(program)).as(mode).isTrue();
      assertThat(isLost()).as(mode).isTrue();
    }
    run("chgrp", "" + NOBODY, program.toString());
    run("chmod", "2755", program.toString());
    assertThat(isLost()).as("the caller's own group").isFalse();
  }

  @Test
  void programWithCapabilitiesLosesPrivilege() throws Exception {
    Path setcap = Path.of("/usr/sbin/setcap");
    assumeThat(Files.isExecutable(setcap)).as("setcap is not installed").isTrue();
    run(setcap.toString(), "cap_net_raw,cap_bpf+ep", program.toString());
    assertThat(Privileges.isGrantedBy(program)).isTrue();
    assertThat(isLost()).isTrue();
    assertThat(Privileges.isLost(program, (int) ProcessHandle.current().pid(), 0)).isFalse();
  }
}
