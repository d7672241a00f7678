// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import java.time.Instant;
import java.time.ZoneId;
import java.util.OptionalLong;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.target.AsOfParser;
import org.colophon.query.target.Target;
import org.jspecify.annotations.Nullable;

/** Finds the patches that lead back to an earlier content. One thread. */
public record PatchChains(LineageReader reader, ZoneId zone) {
  /**
   * Returns the patches to the content as of an LSN.
   *
   * @param content {@code sha256:} and the digest of the content to start from
   * @param isOldStart whether to start from a content that was changed later
   */
  public PatchChain of(Target target, long lsn, @Nullable String content, boolean isOldStart) {
    if (content == null || !FileDigest.isName(Bytes.of(content)) || target.path().isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "undo needs the path of a file, and the content as sha256: and 64 lower-case digits");
    }
    return new PatchChain(
        reader,
        new LineageEngine(reader).historyWithChanges(target.path(), Lsn.LATEST),
        zone,
        lsn,
        content.substring(FileDigest.SCHEME.length()),
        isOldStart);
  }

  /**
   * Returns the last LSN before all later times; the given LSN if the text is not a time. The end
   * of an access may be stored long after its time, so a larger LSN with an earlier time may follow
   * changes of content that are later.
   */
  public long beforeLaterTimes(@Nullable String text, long lsn, Instant now) {
    OptionalLong nanos =
        text == null ? OptionalLong.empty() : new AsOfParser(reader, now, zone).timeNanos(text);
    long later = nanos.isEmpty() ? 0 : reader.firstLsnAfter(nanos.getAsLong());
    return later == 0 ? lsn : Math.min(lsn, later - 1);
  }
}
