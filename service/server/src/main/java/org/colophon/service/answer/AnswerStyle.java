package org.colophon.service.answer;

import java.nio.file.Path;
import java.time.ZoneId;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.host.StoreHost;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.ExportSource;

/**
 * Style of an answer, and context of its question.
 *
 * @param format a lineage's format; {@code json} or {@code text} for everything else
 * @param colours true for ANSI colours
 * @param widthColumns line length; 0 for no limit
 * @param directory absolute base of relative paths.
 * @param zone of local times
 * @param store directory of the store that is asked
 * @param certified the part of the history that is certified
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
        certified);
  }

  private ExportSource source(long lsn) {
    return new ExportSource(
        StoreIdentity.format(AttachedAdapters.load(store).storeId()),
        StoreHost.of(store).map(each -> each.name() + " (" + each.id() + ")").orElse(""),
        lsn);
  }
}
