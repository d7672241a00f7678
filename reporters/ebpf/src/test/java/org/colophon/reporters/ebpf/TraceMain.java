// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.List;
import org.colophon.reporters.replay.ReplayReporter;

/** Traces a command in a process of its own. Prints the files whose content reached a file. */
final class TraceMain {
  private TraceMain() {}

  /**
   * Its arguments are a service's socket, the file, a prefix of the printed names, and the command.
   * Counts repeated accesses if the variable FOLD is set, records lookups of names if LOOKUPS is
   * set, and prints the variables MARK of programs.
   */
  public static void main(String[] words) {
    FlowSink sink = new FlowSink();
    ReplayReporter reporter =
        new EbpfReporter.Builder()
            .command(List.of(words).subList(3, words.length))
            .waitForAll(true)
            .fold(System.getenv("FOLD") != null)
            .recordLookups(System.getenv("LOOKUPS") != null)
            .recordVariables(List.of("MARK"))
            .socket(words[0])
            .open();
    reporter.run(sink.context());
    System.out.println(
        sink.tools + " " + sink.sources(words[1], words[2]) + " gaps " + sink.gaps.size());
    System.out.println(sink.repeated + " counted, " + sink.environments);
    System.exit(reporter.exitStatus());
  }
}
