// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import org.colophon.core.filter.CaptureRules;

/**
 * Options for attaching a reporter.
 *
 * @param keepAll true to store every operation without suppression
 * @param rules capture rules that apply in addition to the store's filters
 */
public record SinkOptions(boolean keepAll, OverloadPolicy onOverload, CaptureRules rules) {
  /** Enables suppression, waits when the ring is full, and leaves nothing out. */
  public static final SinkOptions DEFAULT = new SinkOptions(false, OverloadPolicy.BLOCK);

  /** Constructs options that leave nothing out. */
  public SinkOptions(boolean keepAll, OverloadPolicy onOverload) {
    this(keepAll, onOverload, CaptureRules.NONE);
  }
}
