// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.query.report.History.Event;
import org.jspecify.annotations.Nullable;

/**
 * A change of a file's content that the inspector {@code text} reported.
 *
 * @param beginLsn the LSN from which on its content counts
 * @param event the write, cut or rename that it describes; null if none is recorded
 * @param attached the patch, or the reason why it is missing
 * @param states null if the inspection failed, and in patches of earlier versions of Colophon
 */
record ContentChange(
    long beginLsn, @Nullable Event event, ExtendedRecord attached, @Nullable PatchStates states) {
  static final String PATCH = "text/patch";
  static final String FAILED = "inspector/failed";

  boolean isPatch() {
    return attached.type().equals(PATCH);
  }

  boolean leadsTo(String sha256) {
    return states != null && sha256.equals(states.after().sha256());
  }

  /** Returns the name of the changed file in a patch; empty if the patch has none. */
  static Bytes nameIn(Bytes patch) {
    String text = new String(patch.toArray(), StandardCharsets.UTF_8);
    int start = text.indexOf("\n+++ ");
    int end = start < 0 ? -1 : text.indexOf('\n', start + 1);
    return end < 0 ? Bytes.EMPTY : Bytes.of(text.substring(start + 5, end).replace("\t", ""));
  }
}
