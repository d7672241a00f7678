// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.util.Map;
import org.colophon.core.model.Bytes;

/** Positions of reporters in a frame. */
public final class FramePositions {
  private FramePositions() {}

  /** Applies the positions of a frame to those known before it; an empty one removes its source. */
  public static void addTo(Map<String, Bytes> positions, byte[] bytes, int at) {
    if (!FrameFormat.facts(bytes, at).positions()) {
      return;
    }
    RecordDecoder decoder = new RecordDecoder();
    decoder.reset(bytes, at);
    while (decoder.nextPosition()) {
      if (decoder.data().isEmpty()) {
        positions.remove(decoder.label());
      } else {
        positions.put(decoder.label(), decoder.data());
      }
    }
  }
}
