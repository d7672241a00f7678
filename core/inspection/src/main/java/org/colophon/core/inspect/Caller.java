package org.colophon.core.inspect;

import java.io.IOException;
import java.util.List;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;

/** Where inspectors are called: in this JVM or in a worker. For one thread, but for cancelling. */
interface Caller extends AutoCloseable {
  /** Does what is to be done before the clock of the inspection runs. */
  default void prepare() throws IOException {}

  /** Asks an inspector. */
  List<Finding> call(InspectorSpec spec, Change change) throws IOException;

  /** Ends the call that the thread is in, from another thread. */
  void cancel(Thread caller);

  /** Whether a call that was cancelled may go on for ever. */
  boolean mayHang();

  @Override
  void close();
}
