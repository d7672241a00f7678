package org.colophon.reporters.ebpf;

import java.util.Map;
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
    return new EbpfOptions(
        count, waitsForAll, forwardsSignals, isLossy, folds, ringBytes, environment, variables);
  }

  public EbpfOptions waitingForAll(boolean waits) {
    return new EbpfOptions(
        cpus, waits, forwardsSignals, isLossy, folds, ringBytes, environment, variables);
  }

  public EbpfOptions forwardingSignals(boolean forwards) {
    return new EbpfOptions(
        cpus, waitsForAll, forwards, isLossy, folds, ringBytes, environment, variables);
  }

  public EbpfOptions lossy(boolean mayLose) {
    return new EbpfOptions(
        cpus, waitsForAll, forwardsSignals, mayLose, folds, ringBytes, environment, variables);
  }

  public EbpfOptions folding(boolean isFolding) {
    return new EbpfOptions(
        cpus, waitsForAll, forwardsSignals, isLossy, isFolding, ringBytes, environment, variables);
  }

  public EbpfOptions withRing(int bytes) {
    return new EbpfOptions(
        cpus, waitsForAll, forwardsSignals, isLossy, folds, bytes, environment, variables);
  }

  public EbpfOptions withEnvironment(Map<String, String> added) {
    return new EbpfOptions(
        cpus,
        waitsForAll,
        forwardsSignals,
        isLossy,
        folds,
        ringBytes,
        Map.copyOf(added),
        variables);
  }

  public EbpfOptions recordingVariables(WantedVariables wanted) {
    return new EbpfOptions(
        cpus, waitsForAll, forwardsSignals, isLossy, folds, ringBytes, environment, wanted);
  }
}
