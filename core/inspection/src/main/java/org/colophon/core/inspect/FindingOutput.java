// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import org.colophon.core.spi.inspect.Finding;

/** Receives findings, all on one thread. */
public interface FindingOutput {
  /** Receives a finding of an inspector, or a record of a failed inspection. */
  void found(Inspection inspection, Finding finding);

  /** Makes earlier findings visible, because more may not follow for a while. */
  void flush();
}
