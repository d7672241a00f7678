// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Selection of the processes to trace, as {@code struct settings} in colophon.bpf.c.
 *
 * @param root a process, whose future children are traced too; 0 for none, -1 if processes are
 *     added later.
 * @param isWhole whether all processes are traced.
 * @param spawner a thread whose future children are traced; 0 for none.
 * @param programs the number of programs that each such child executes until recording begins.
 * @param cgroup id of a control group whose processes are traced; 0 for none.
 * @param isLossy whether records may be lost; otherwise traced processes wait.
 * @param folds whether Linux counts repeated reads and writes of a thread.
 * @param hasEnvironments whether the environments of programs are read.
 * @param user the only user whose processes are shown, -1 for all; calls of other users count as
 *     lost.
 */
public record TracedProcesses(
    long root,
    boolean isWhole,
    long spawner,
    int programs,
    long cgroup,
    boolean isLossy,
    boolean folds,
    boolean hasEnvironments,
    long user) {
  private static final int BYTES = 72;

  private static final int ALL = -1;

  /** Value of {@link #root} if processes are added later. No process has this id. */
  private static final int ADDED = -1;

  public static TracedProcesses of(long pid, boolean isLossy, boolean folds) {
    return new TracedProcesses(pid, false, 0, 0, 0, isLossy, folds, false, ALL);
  }

  /** Selects the processes that {@link KernelProgram#add} adds, and their descendants. */
  public static TracedProcesses added(boolean folds) {
    return new TracedProcesses(ADDED, false, 0, 0, 0, false, folds, false, ALL);
  }

  /** Selects all processes except this one. They never wait for the tracer. */
  public static TracedProcesses allOthers(boolean folds) {
    return new TracedProcesses(0, true, 0, 0, 0, true, folds, false, ALL);
  }

  /** Selects the processes of a control group, except this process, and their descendants. */
  public static TracedProcesses ofCgroup(long id, boolean isLossy, boolean folds) {
    return new TracedProcesses(0, false, 0, 0, id, isLossy, folds, false, ALL);
  }

  /**
   * Selects the children of this thread. Each executes a number of programs; recording begins with
   * the last of these programs.
   */
  public static TracedProcesses ofChild(int programs, boolean isLossy, boolean folds) {
    return new TracedProcesses(
        0, false, ProcFiles.currentThread(), programs, 0, isLossy, folds, false, ALL);
  }

  /**
   * Selects the children of a user's thread, like {@link #ofChild}. Shows only system calls made as
   * this user. Each call is checked, since a process may change its user between calls.
   */
  public static TracedProcesses ofChildOf(
      int thread, int programs, boolean isLossy, boolean folds, long user) {
    return new TracedProcesses(0, false, thread, programs, 0, isLossy, folds, false, user);
  }

  /** Returns a copy with or without the environments of programs. */
  public TracedProcesses withEnvironments(boolean areRead) {
    return new TracedProcesses(
        root, isWhole, spawner, programs, cgroup, isLossy, folds, areRead, user);
  }

  /** Returns a copy that selects no new processes. */
  public TracedProcesses closed() {
    return new TracedProcesses(0, false, 0, 0, 0, isLossy, folds, hasEnvironments, user);
  }

  private boolean isClosed() {
    return root == 0 && !isWhole && spawner == 0 && cgroup == 0;
  }

  Pointer memory(Runtime runtime, int ringBytes) {
    Pointer settings = Memory.allocateDirect(runtime, BYTES, true);
    settings.putInt(0, (int) root);
    settings.putInt(4, isWhole ? 1 : 0);
    settings.putInt(8, (int) ProcessHandle.current().pid());
    settings.putInt(12, (int) spawner);
    settings.putLong(16, isLossy ? 0 : ringBytes / 2);
    settings.putLong(24, programs);
    settings.putLong(32, cgroup);
    settings.putInt(40, (int) user);
    settings.putInt(44, user == ALL ? 0 : 1);
    settings.putInt(48, folds ? 1 : 0);
    settings.putInt(52, hasEnvironments ? 1 : 0);
    settings.putInt(56, isClosed() ? 1 : 0);
    settings.putInt(60, root == ADDED ? 1 : 0);
    settings.putInt(64, (int) ProcFiles.mountNamespace());
    return settings;
  }
}
