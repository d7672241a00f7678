// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.model.encoding.PatchStates.State;

/** Patches as the inspector of texts records them. */
final class TestPatch {
  private TestPatch() {}

  static State state(String content) {
    byte[] bytes = content.getBytes(UTF_8);
    return new State(bytes.length, ReversePatch.sha256(bytes));
  }

  /** Returns a patch with the digests of two contents. */
  static Bytes of(String before, String after, String diff) {
    return new PatchStates(state(before), state(after)).bytes().concat(Bytes.of(diff));
  }

  /** Returns a patch of a file whose only line changed. */
  static Bytes line(String path, String before, String after) {
    String names = "--- " + path + "\n+++ " + path + "\n";
    return of(before, after, names + "@@ -1 +1 @@\n-" + before + "+" + after);
  }
}
