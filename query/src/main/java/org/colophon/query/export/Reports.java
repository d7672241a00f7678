package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Report;

/** Writes explanations, histories, differences and details. The stream stays open. */
public final class Reports {
  private Reports() {}

  /** For people at a terminal. */
  public static void writeText(Report report, ExportOptions options, OutputStream out)
      throws IOException {
    if (report != null)
      throw new ColophonException(ErrorCode.BAD_REQUEST, "reports are not built yet");
  }

  /** For programs: one JSON object, see docs/lineage-json.md. */
  public static void writeJson(Report report, OutputStream out) throws IOException {
    if (report != null)
      throw new ColophonException(ErrorCode.BAD_REQUEST, "reports are not built yet");
  }
}
