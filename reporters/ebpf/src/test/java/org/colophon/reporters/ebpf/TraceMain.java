package org.colophon.reporters.ebpf;

import java.util.List;
import org.colophon.reporters.strace.StraceReporter;

/** Traces a command in a process of its own and prints the files that reached a file. */
final class TraceMain {
  private TraceMain() {}

  /** Takes the file, a prefix of the printed names, and the command. */
  public static void main(String[] words) {
    FlowSink sink = new FlowSink();
    StraceReporter reporter =
        EbpfReporter.command(List.of(words).subList(2, words.length), EbpfOptions.DEFAULT);
    reporter.run(sink.context());
    System.out.println(
        sink.tools + " " + sink.sources(words[0], words[1]) + " gaps " + sink.gaps.size());
    System.exit(reporter.exitStatus());
  }
}
