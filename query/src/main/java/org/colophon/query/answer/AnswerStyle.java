// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Set;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.host.StoreHost;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.ExportSource;

/**
 * Style of an answer, and context of its query.
 *
 * @param format format of a lineage; for other answers, {@code json} or {@code text}
 * @param colours true for ANSI colours
 * @param widthColumns line length; 0 for no limit
 * @param directory absolute base of relative paths.
 * @param zone time zone of local times
 * @param store directory of the store that answers
 * @param certified certified part of the history
 */
public record AnswerStyle(
    String format,
    boolean colours,
    int widthColumns,
    Path directory,
    ZoneId zone,
    Path store,
    CertifiedState certified) {
  boolean isJson() {
    return format.equals("json");
  }

  /** Returns whether the format shows digests of contents. */
  boolean showsDigests() {
    return !Set.of("tree", "table", "svg", "text").contains(format);
  }

  /** Returns the options of an export as of an LSN. */
  ExportOptions options(long lsn) {
    return new ExportOptions(
        colours,
        widthColumns,
        true,
        directory.toString(),
        zone,
        false,
        () -> source(lsn),
        certified,
        null);
  }

  private ExportSource source(long lsn) {
    return source(store, lsn);
  }

  /** Returns the history in the directory of a store as of an LSN. */
  public static ExportSource source(Path store, long lsn) {
    return new ExportSource(
        StoreIdentity.format(AttachedAdapters.load(store).storeId()),
        StoreHost.of(store).map(each -> each.name() + " (" + each.id() + ")").orElse(""),
        lsn);
  }
}
