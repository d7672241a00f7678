package org.colophon.cli.config;

import java.util.function.Supplier;
import org.colophon.core.fanout.AdapterStatus;

/** Looks on while an adapter is filled or catches up, which may take long. */
@FunctionalInterface
public interface Progress {
  /** Shows nothing. */
  Progress NONE = status -> () -> {};

  /**
   * Begins to look on.
   *
   * @param status answers how far the adapter is; any thread
   * @return to be closed when it is done
   */
  Watch watch(Supplier<AdapterStatus> status);

  /** Somebody who looks on. */
  @FunctionalInterface
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
