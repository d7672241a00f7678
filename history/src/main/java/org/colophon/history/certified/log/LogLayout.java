// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

/** Names of the files of a log. */
final class LogLayout {
  /** The newest signed checkpoint. */
  static final String CHECKPOINT = "checkpoint";

  /** The newest checkpoint with enough cosignatures. */
  static final String WITNESSED = "witnessed";

  /** One checkpoint for each minute, in a file for each day. */
  static final String HISTORY = "checkpoints";

  /** The public key of the log. */
  static final String KEY = "key.pub";

  private LogLayout() {}
}
