package org.colophon.reporters.ebpf;

import java.util.Map;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.reporters.strace.replay.content.WantedVariables;

/**
 * Options of a trace with kernel events.
 *
 * @param cpus number of processors for the command; 0 for all
 * @param waitsForAll waits for processes that the command leaves behind; else each is a gap
 * @param forwardsSignals lets the command decide the effect of signals
 * @param isLossy lets records be lost and counted when the reader is slow; else traced processes
 *     wait for it
 * @param folds counts repeated reads and writes in the kernel
 * @param ringBytes size of the kernel's buffer, a power of two of at least a page
 * @param environment variables for the environment of the command
 * @param variables the environment variables of programs that are recorded
 */
public record EbpfOptions(
    int cpus,
    boolean waitsForAll,
    boolean forwardsSignals,
    boolean isLossy,
    boolean folds,
    int ringBytes,
    Map<String, String> environment,
    WantedVariables variables) {
  private static final int RING_BYTES = 1 << 24;

  /** Default options: all processors, ends with the command, loses nothing. */
  public static final EbpfOptions DEFAULT =
      new EbpfOptions(0, false, false, false, true, RING_BYTES, Map.of(), WantedVariables.NONE);

  public EbpfOptions withCpus(int count) {
    return RecordCopy.with(this, "cpus", count);
  }

  public EbpfOptions waitingForAll(boolean waits) {
    return RecordCopy.with(this, "waitsForAll", waits);
  }

  public EbpfOptions forwardingSignals(boolean forwards) {
    return RecordCopy.with(this, "forwardsSignals", forwards);
  }

  public EbpfOptions lossy(boolean mayLose) {
    return RecordCopy.with(this, "isLossy", mayLose);
  }

  public EbpfOptions folding(boolean isFolding) {
    return RecordCopy.with(this, "folds", isFolding);
  }

  public EbpfOptions withRing(int bytes) {
    return RecordCopy.with(this, "ringBytes", bytes);
  }

  public EbpfOptions withEnvironment(Map<String, String> added) {
    return RecordCopy.with(this, "environment", Map.copyOf(added));
  }

  public EbpfOptions recordingVariables(WantedVariables wanted) {
    return RecordCopy.with(this, "variables", wanted);
  }
}
