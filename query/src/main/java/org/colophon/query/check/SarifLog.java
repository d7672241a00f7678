// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;

/**
 * Writes the result of a check as a SARIF log, which services for code review show beside files.
 * Files inside of the run's directory are relative to it; others have absolute URIs, because SARIF
 * discourages dot-dot segments. One thread.
 *
 * @see <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html">SARIF 2.1.0</a>
 */
public final class SarifLog {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final String BASE = "RUNDIR";

  private final CheckResult result;

  private SarifLog(CheckResult result) {
    this.result = result;
  }

  /**
   * Writes a log and flushes. Leaves the stream open.
   *
   * @param version version of this program
   * @param exitCode exit code of the command
   */
  public static void write(CheckResult result, String version, int exitCode, OutputStream out)
      throws IOException {
    AnswerJson.write(new SarifLog(result).log(version, exitCode), out);
    out.flush();
  }

  private Map<String, Object> log(String version, int exitCode) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver(version)));
    run.put("invocations", List.of(invocation(exitCode)));
    if (!result.directory().isEmpty()) {
      run.put("originalUriBaseIds", Map.of(BASE, Map.of("uri", uri(result.directory() + "/"))));
    }
    run.put("results", results());
    return ordered("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run));
  }

  private static Map<String, Object> driver(String version) {
    List<Map<String, Object>> rules =
        Stream.of(FindingKind.values())
            .map(each -> ordered("id", each.id(), "shortDescription", text(each.description())))
            .toList();
    return ordered("name", "colophon", "version", version, "rules", rules);
  }

  private Map<String, Object> invocation(int exitCode) {
    Map<String, Object> invocation = ordered("executionSuccessful", true, "exitCode", exitCode);
    if (!result.directory().isEmpty()) {
      invocation.put("workingDirectory", Map.of("uri", uri(result.directory() + "/")));
    }
    return invocation;
  }

  private List<Map<String, Object>> results() {
    List<Map<String, Object>> results = new ArrayList<>();
    result.findings().forEach(each -> results.add(result(each, "error")));
    result.warnings().forEach(each -> results.add(result(each, "warning")));
    for (Finding each : result.accepted()) {
      Map<String, Object> accepted = result(each, "error");
      accepted.put("suppressions", List.of(Map.of("kind", "external")));
      results.add(accepted);
    }
    List<String> doubts = new ArrayList<>(result.run().gaps());
    if (result.run().running()) {
      doubts.add("the run has not ended");
    }
    doubts.forEach(each -> results.add(entry(FindingKind.CANNOT_TELL, "error", each)));
    return results;
  }

  private static Map<String, Object> entry(FindingKind kind, String level, String message) {
    return ordered("ruleId", kind.id(), "level", level, "message", text(message));
  }

  private Map<String, Object> result(Finding finding, String level) {
    Map<String, Object> result = entry(finding.kind(), level, message(finding));
    location(finding).forEach((key, value) -> result.put("locations", List.of(Map.of(key, value))));
    result.put("partialFingerprints", Map.of("finding/v1", finding.key()));
    return result;
  }

  private static String message(Finding finding) {
    StringBuilder message = new StringBuilder(finding.kind().description());
    message.append(' ').append(DisplayText.text(finding.path()));
    if (!finding.programs().isEmpty()) {
      message.append("; programs: ").append(String.join(", ", finding.programNames()));
    }
    if (finding.chain().size() > 1) {
      message.append("; ").append(String.join(" -> ", finding.chain()));
    }
    return DisplayText.text(message.toString());
  }

  /** Returns the file, or the file that has the declaration; empty if there is neither. */
  private Map<String, Object> location(Finding finding) {
    boolean isDeclaration = finding.kind() == FindingKind.UNUSED_DECLARATION;
    String file = isDeclaration ? (finding.line() == 0 ? "" : finding.source()) : finding.name();
    if (!file.startsWith("/")) {
      return Map.of();
    }
    boolean isInside = !result.directory().isEmpty() && file.startsWith(result.directory() + "/");
    Map<String, Object> artifact =
        isInside
            ? ordered(
                "uri", encoded(file.substring(result.directory().length() + 1)), "uriBaseId", BASE)
            : ordered("uri", uri(file));
    Map<String, Object> location = ordered("artifactLocation", artifact);
    if (finding.line() > 0) {
      location.put("region", Map.of("startLine", finding.line()));
    }
    return Map.of("physicalLocation", location);
  }

  private static String uri(String path) {
    return "file://" + encoded(path);
  }

  private static String encoded(String path) {
    StringBuilder uri = new StringBuilder();
    for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || "/-._~".indexOf(c) >= 0);
      uri.append(isPlain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return uri.toString();
  }

  private static Map<String, Object> text(String text) {
    return Map.of("text", text);
  }

  private static Map<String, Object> ordered(Object... entries) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      map.put((String) entries[i], entries[i + 1]);
    }
    return map;
  }
}
