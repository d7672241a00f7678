package org.colophon.reporters.ebpf.kernel;

import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * The processes to trace, as {@code struct settings} in colophon.bpf.c.
 *
 * @param root a process, whose future children are traced too; 0 for none
 * @param ignored if not 0, all processes except this one are traced
 * @param spawner a thread whose future children are traced; 0 for none
 * @param programs the number of programs that such a child executes before it is recorded, plus 1
 * @param isLossy whether records may be lost, rather than that traced processes wait
 */
public record TracedProcesses(
    long root, long ignored, long spawner, int programs, boolean isLossy) {
  private static final int BYTES = 32;

  public static TracedProcesses of(long pid, boolean isLossy) {
    return new TracedProcesses(pid, 0, 0, 0, isLossy);
  }

  /** All processes but the one that reads the records. They never wait. */
  public static TracedProcesses allExcept(long reader) {
    return new TracedProcesses(0, reader, 0, 0, true);
  }

  /** The children of this thread, from the last of a number of programs on. */
  public static TracedProcesses ofChild(int programs, boolean isLossy) {
    return new TracedProcesses(0, 0, ProcFiles.currentThread(), programs, isLossy);
  }

  /** Returns this without processes that enter from now on. */
  public TracedProcesses closed() {
    return new TracedProcesses(0, 0, 0, 0, isLossy);
  }

  Pointer memory(Runtime runtime, int ringBytes) {
    Pointer settings = Memory.allocateDirect(runtime, BYTES, true);
    settings.putInt(0, (int) root);
    settings.putInt(4, ignored == 0 ? 0 : 1);
    settings.putInt(8, (int) ignored);
    settings.putInt(12, (int) spawner);
    settings.putLong(16, isLossy ? 0 : ringBytes / 2);
    settings.putLong(24, programs);
    return settings;
  }
}
