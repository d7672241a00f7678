package org.colophon.service.answer;

import java.nio.file.Path;
import java.time.ZoneId;
import org.colophon.query.format.ExportOptions;

/**
 * How an answer is to look, and how its question is to be understood.
 *
 * @param format a lineage's format; {@code json} or {@code text} for everything else
 * @param colours whether to use ANSI colours
 * @param widthColumns where lines are cut; 0 for nowhere
 * @param directory what relative paths are relative to; absolute
 * @param zone where local times are
 */
public record AnswerStyle(
    String format, boolean colours, int widthColumns, Path directory, ZoneId zone) {
  boolean isJson() {
    return format.equals("json");
  }

  ExportOptions options() {
    return new ExportOptions(colours, widthColumns, true, directory.toString(), zone);
  }
}
