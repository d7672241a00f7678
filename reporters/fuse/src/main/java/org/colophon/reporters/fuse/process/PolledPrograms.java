// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import java.util.Map;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.proc.ProcFiles;
import org.jspecify.annotations.Nullable;

/**
 * Program table that reads /proc for each request. For users who may not read {@link PerfEvents}.
 * Detects an exec by the addresses of code and stack.
 */
final class PolledPrograms implements ProgramTable {
  private static final int MAX_PROCESSES = 1 << 14;
  private static final int PARENT = 4 - 3;
  private static final int START = 22 - 3;
  private static final int CODE = 26 - 3;
  private static final int STACK = 28 - 3;

  private final ProgramDeclarer declarer;
  private final int self;
  private final Map<Integer, NodeRecord> cache = BoundedMap.byUse(MAX_PROCESSES);

  PolledPrograms(ProgramDeclarer declarer, int self) {
    this.declarer = declarer;
    this.self = self;
  }

  private record NodeRecord(Program program, String mark) {}

  @Override
  public @Nullable Program find(int id, OperationSink sink) {
    int pid = id == 0 ? -1 : ProcFiles.statusNumber(Integer.toString(id), "Tgid");
    return pid <= 0 || pid == self ? null : readProgram(pid, 0);
  }

  @Override
  public void declare(Program program, OperationSink sink) {
    declarer.declare(program, sink);
  }

  private synchronized @Nullable Program readProgram(int pid, int depth) {
    String[] stat = ProcFiles.stat(Integer.toString(pid));
    if (stat.length <= STACK) {
      return null;
    }
    NodeRecord old = cache.get(pid);
    String mark =
        stat[START]
            + " "
            + stat[CODE]
            + " "
            + stat[STACK]
            + ProcFiles.link(Integer.toString(pid), "exe");
    if (old != null && old.mark.equals(mark)) {
      return old.program;
    }
    Program program = program(pid, stat, old, depth);
    cache.put(pid, new NodeRecord(program, mark));
    return program;
  }

  private Program program(int pid, String[] stat, @Nullable NodeRecord old, int depth) {
    long start = Long.parseLong(stat[START]);
    if (old != null && old.program.startTicks == start) {
      old.program.isObsolete = true;
      return new Program(pid, start, old.program.image + 1, "", LinkKind.EXEC, old.program);
    }
    int parent = depth < 16 ? Integer.parseInt(stat[PARENT]) : 0;
    Program cause = parent > 1 && parent != self ? readProgram(parent, depth + 1) : null;
    boolean isCopy =
        cause != null && layout(stat).equals(layout(ProcFiles.stat(Integer.toString(parent))));
    return new Program(pid, start, 0, "", isCopy ? LinkKind.FORK : LinkKind.EXEC, cause);
  }

  private static String layout(String[] stat) {
    return stat.length <= STACK ? "" : stat[CODE] + " " + stat[STACK];
  }

  @Override
  public void tick(OperationSink sink) {
    // No state needs an update.
  }

  @Override
  public void close() {
    cache.clear();
  }
}
