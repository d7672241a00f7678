// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.reporters.common.follow.LineHandler;

/** Collects the lines of a source, for concurrent reading. */
final class Lines implements LineHandler {
  final List<String> taken = new CopyOnWriteArrayList<>();
  final List<String> bad = new CopyOnWriteArrayList<>();

  @Override
  public void line(byte[] bytes, int from, int to) {
    taken.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  @Override
  public void badLine(String problem) {
    bad.add(problem);
  }
}
