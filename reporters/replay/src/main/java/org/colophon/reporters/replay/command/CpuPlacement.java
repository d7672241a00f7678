// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Sets CPU affinities during a trace: tracer and traced processes share the last CPUs, and this JVM
 * uses the others. Does nothing without util-linux's taskset or if no CPU is left for the JVM.
 */
public final class CpuPlacement implements AutoCloseable {
  private final BitSet allowed;
  private final BitSet tracer;

  private CpuPlacement(BitSet allowed, BitSet tracer) {
    this.allowed = allowed;
    this.tracer = tracer;
  }

  /** Parses a number of CPUs: {@code all} (returned as 0), {@code one}, or digits. */
  public static int count(String text) {
    boolean isNumber = text.matches("[1-9][0-9]{0,4}");
    if (!isNumber && !text.equals("all") && !text.equals("one")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "cpus is all, one or a number from 1, not '" + text + "'");
    }
    return isNumber ? Integer.parseInt(text) : text.equals("one") ? 1 : 0;
  }

  /**
   * Restricts this JVM to its CPUs.
   *
   * @param count the CPUs of tracer and traced processes; 0 for all
   */
  public static CpuPlacement of(int count) {
    BitSet allowed = ProcFiles.cpus(ProcFiles.status("self", "Cpus_allowed_list"));
    BitSet tracer = new BitSet();
    if (count > 0 && count < allowed.cardinality() && CommandPath.exists("taskset")) {
      BitSet others = (BitSet) allowed.clone();
      for (int i = 0; i < count; i++) {
        tracer.set(others.length() - 1);
        others.clear(others.length() - 1);
      }
      keepTo(others);
    }
    return new CpuPlacement(allowed, tracer);
  }

  /** Returns the arguments to put before the tracer's command line. */
  public List<String> words() {
    return tracer.isEmpty() ? List.of() : List.of("taskset", "-c", list(tracer));
  }

  private static void keepTo(BitSet cpus) {
    String self = Long.toString(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("taskset", "-a", "-cp", list(cpus), self)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot run taskset: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String list(BitSet cpus) {
    return cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    if (!tracer.isEmpty()) {
      keepTo(allowed);
    }
  }
}
