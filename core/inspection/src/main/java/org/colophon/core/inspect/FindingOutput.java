package org.colophon.core.inspect;

import org.colophon.core.spi.inspect.Finding;

/** Where findings go. One for each thread that inspects, used by that thread alone. */
public interface FindingOutput {
  /** Takes a finding of an inspector, or a record of what could not be found out. */
  void found(Inspection inspection, Finding finding);

  /** Nothing more comes for a while: makes what came visible. */
  void flush();
}
