// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.spi.inspect.Finding;

/** Collects findings in memory. */
final class Collected implements FindingOutput {
  private final List<String> found = new CopyOnWriteArrayList<>();

  @Override
  public void found(Inspection inspection, Finding finding) {
    found.add(finding.type() + " " + finding.data());
  }

  @Override
  public void flush() {}

  List<String> all() {
    return List.copyOf(found);
  }
}
