package org.colophon.reporters.ebpf;

import java.util.Map;

/** Serves kernel events in a process of its own. */
final class ServiceMain {
  private ServiceMain() {}

  /** Its argument is the path of the socket. */
  public static void main(String[] words) {
    new EbpfReporterFactory()
        .create(Map.of("socket", words[0], "users", "*"))
        .run(new FlowSink().context());
  }
}
