// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.caller;

import java.io.IOException;
import java.util.List;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;

/** Calls inspectors in this JVM or in a worker. Single-threaded except for {@link #cancel}. */
public interface Caller extends AutoCloseable {
  /** Prepares the call before the clock of the inspection starts. */
  default void prepare() throws IOException {}

  List<Finding> call(InspectorSpec spec, Change change) throws IOException;

  /** Cancels the call of a thread. Called by another thread. */
  void cancel(Thread caller);

  /** Returns true if a cancelled call may hang forever. */
  boolean mayHang();

  @Override
  void close();
}
