// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessFamilyTest {
  private Process shell;
  private int parent;
  private int child;

  @BeforeEach
  void startShellWithChild() throws Exception {
    shell = new ProcessBuilder("sh", "-c", "sh -c 'echo $$; exec cat'; true").start();
    parent = (int) shell.pid();
    child = Integer.parseInt(shell.inputReader().readLine());
  }

  @AfterEach
  void endShell() throws Exception {
    shell.getOutputStream().close();
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void includesAncestorsBelowThisProcessAndTheirDescendants() {
    assertThat(ProcessFamily.of(child, pid -> false)).containsExactly(parent, child);
    assertThat(ProcessFamily.of(parent, pid -> false)).containsExactly(parent, child);
  }

  @Test
  void omitsProcessesThatAreLeftOutAndTheirDescendants() {
    assertThat(ProcessFamily.of(parent, pid -> pid == child)).containsExactly(parent);
    assertThat(ProcessFamily.of(child, pid -> pid == child)).isEmpty();
    assertThat(ProcessFamily.of(child, pid -> pid == parent)).isEmpty();
  }

  @Test
  void isEmptyForUnknownProcess() {
    assertThat(ProcessFamily.of(1 << 23, pid -> false)).isEmpty();
  }
}
