// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.Map;

/** Serves kernel events in a process of its own. */
final class ServiceMain {
  private ServiceMain() {}

  /** Takes the path of the socket as argument. */
  public static void main(String[] words) {
    new EbpfReporterFactory()
        .create(Map.of("socket", words[0], "users", "*"))
        .run(new FlowSink().context());
  }
}
