// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.Map;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.replay.content.WantedVariables;

/**
 * Options of a trace with kernel events.
 *
 * @param cpus number of processors for the command; 0 for all.
 * @param waitsForAll whether to wait for processes that the command leaves behind; otherwise each
 *     of them is a gap.
 * @param forwardsSignals whether signals are forwarded to the command, which decides their effect.
 * @param isLossy whether records are lost and counted if the reader is slow; otherwise traced
 *     processes wait for the reader.
 * @param folds whether Linux counts repeated reads and writes instead of recording each.
 * @param ringBytes size of the ring buffer, a power of two of at least a page.
 * @param environment variables for the environment of the command.
 * @param variables the environment variables of programs that are recorded.
 * @param digests the files that get digests at the end.
 * @param hasLookups whether directory listings and absent files are recorded as inputs.
 */
public record EbpfOptions(
    int cpus,
    boolean waitsForAll,
    boolean forwardsSignals,
    boolean isLossy,
    boolean folds,
    int ringBytes,
    Map<String, String> environment,
    WantedVariables variables,
    WantedDigests digests,
    boolean hasLookups) {
  private static final int RING_BYTES = 1 << 24;

  /** Default options: all processors, no waiting for processes left behind, no loss. */
  public static final EbpfOptions DEFAULT =
      new EbpfOptions(
          0,
          false,
          false,
          false,
          true,
          RING_BYTES,
          Map.of(),
          WantedVariables.NONE,
          WantedDigests.NONE,
          false);

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

  public EbpfOptions recordingLookups(boolean isRecording) {
    return RecordCopy.with(this, "hasLookups", isRecording);
  }

  public EbpfOptions withDigests(WantedDigests wanted) {
    return RecordCopy.with(this, "digests", wanted);
  }
}
