// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.audit;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.files.PrivateFiles;
import org.colophon.query.answer.json.AnswerJson;

/**
 * Appends control calls to a file of JSON lines, which only its owner may read. A file that reaches
 * {@link #MAX_BYTES} is renamed to {@code audit.log.1} and replaces the previous file of that name.
 * The file is opened for each line, so it may be moved at any time. Any thread.
 *
 * <p>A line has {@code time}, {@code who}, {@code action}, {@code details} and {@code outcome}:
 * {@code ok} or an error code. If the file cannot be written, the failure is logged and the call
 * still succeeds.
 */
public final class AuditLog {
  /** Size at which the file is renamed. */
  public static final long MAX_BYTES = 16 << 20;

  /** Caller of actions for which no caller is known, such as signals. */
  public static final String OWN_PROCESS = "service process";

  /** Outcome of a successful call. */
  public static final String OK = "ok";

  private static final Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final int MAX_DETAIL_CHARACTERS = 200;

  private final Path file;
  private final Clock clock;
  private final long maxBytes;

  AuditLog(Path file, Clock clock, long maxBytes) {
    this.file = file;
    this.clock = clock;
    this.maxBytes = maxBytes;
  }

  /** Returns the log of a store, in its file {@code audit.log}. */
  public static AuditLog ofStore(Path store) {
    return new AuditLog(store.resolve("audit.log"), Clock.systemUTC(), MAX_BYTES);
  }

  /**
   * Appends a call.
   *
   * @param who the caller, such as {@code user root}
   * @param outcome {@link #OK} or an error code
   */
  public synchronized void write(String who, ControlCall call, String outcome) {
    try {
      rotate();
      PrivateFiles.append(file, line(who, call, outcome));
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot write {0}, lost: {1} by {2}: {3}", file, call, who, e);
    }
  }

  private void rotate() throws IOException {
    if (Files.exists(file) && Files.size(file) >= maxBytes) {
      Path old = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private byte[] line(String who, ControlCall call, String outcome) {
    Map<String, String> details = new TreeMap<>(call.details());
    details.replaceAll((name, value) -> shortened(value));
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", clock.instant());
    line.put("who", who);
    line.put("action", call.action());
    line.put("details", details);
    line.put("outcome", outcome);
    return (AnswerJson.line(line) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  private static String shortened(String value) {
    return value.length() <= MAX_DETAIL_CHARACTERS
        ? value
        : value.substring(0, MAX_DETAIL_CHARACTERS) + "...";
  }
}
