// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.io.IOException;
import java.io.OutputStream;
import org.colophon.core.plugin.Plugin;

/**
 * A kind of document about a recorded run, found as a service by its name. Any thread.
 *
 * <p>An implementation writes only what the run states. If the format requires what the run lacks,
 * such as the digest of an output, it fails instead of leaving it out.
 */
public interface DocumentFormat extends Plugin {
  /** Returns the media type of the document. */
  String mediaType();

  /** Returns whether a file of this format is an in-toto statement, which can be signed. */
  boolean isStatement();

  /**
   * Writes a document and flushes. Leaves the stream open. The same run and surroundings give the
   * same bytes.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the format cannot describe
   *     such a run; the message says what is missing and how to record it
   */
  void write(RecordedRun run, Surroundings surroundings, OutputStream out) throws IOException;
}
