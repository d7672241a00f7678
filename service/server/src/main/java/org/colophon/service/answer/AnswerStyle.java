package org.colophon.service.answer;

import java.nio.file.Path;
import java.time.ZoneId;
import org.colophon.query.format.ExportOptions;

/**
 * Style of an answer, and context of its question.
 *
 * @param format a lineage's format; {@code json} or {@code text} for everything else
 * @param colours true for ANSI colours
 * @param widthColumns line length; 0 for no limit
 * @param directory absolute base of relative paths
 * @param zone of local times
 */
public record AnswerStyle(
    String format, boolean colours, int widthColumns, Path directory, ZoneId zone) {
  boolean isJson() {
    return format.equals("json");
  }

  ExportOptions options() {
    return new ExportOptions(colours, widthColumns, true, directory.toString(), zone, false);
  }
}
