package org.colophon.reporters.strace;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * CPU affinity during a trace: tracer and traced processes share the last CPU and this JVM uses the
 * others. Does nothing without util-linux's taskset or with a single CPU.
 */
final class Placement implements AutoCloseable {
  private final BitSet allowed;
  private final int tracer;

  private Placement(BitSet allowed, int tracer) {
    this.allowed = allowed;
    this.tracer = tracer;
  }

  static Placement of(boolean isWanted) {
    BitSet allowed = ProcFiles.cpus(ProcFiles.status("self", "Cpus_allowed_list"));
    boolean isPossible = isWanted && allowed.cardinality() > 1 && Programs.exists("taskset");
    Placement placement = new Placement(allowed, isPossible ? allowed.length() - 1 : -1);
    if (isPossible) {
      BitSet others = (BitSet) allowed.clone();
      others.clear(placement.tracer);
      keepTo(others);
    }
    return placement;
  }

  /** Returns the arguments to put before the tracer's. */
  List<String> words() {
    return tracer < 0 ? List.of() : List.of("taskset", "-c", "" + tracer);
  }

  private static void keepTo(BitSet cpus) {
    String list = cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    String self = Long.toString(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("taskset", "-a", "-cp", list, self)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot run taskset: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (tracer >= 0) {
      keepTo(allowed);
    }
  }
}
