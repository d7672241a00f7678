// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.LineHandler;

/** Source of lines. Call {@link #feed} once on one thread, and {@link #stop} on any thread. */
public interface LineSource {
  /** Returns the name for messages. */
  String place();

  /**
   * Sets the files that were read before, whose lines are not passed again. Call it before {@link
   * #feed}. Sources that cannot be read twice ignore it.
   */
  default void skip(ImportedFiles imported) {}

  /**
   * Passes lines to the handler until the source ends or is stopped.
   *
   * @param files opens the source
   */
  void feed(LineHandler lines, FileOpener files);

  /** Makes {@link #feed} return soon, also while it waits for bytes. Does not wait. */
  void stop();
}
