// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;

/** Writes the result of a check for people and as JSON. Any thread. */
public final class CheckReport {
  private CheckReport() {}

  /** The JSON of a check. */
  private record Document(
      String format,
      int version,
      String verdict,
      String store,
      String host,
      long lsn,
      String directory,
      int checked,
      List<Item> findings,
      List<Item> warnings,
      List<Item> accepted,
      List<String> outdated,
      boolean running,
      List<String> gaps) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record Item(
      String kind,
      String path,
      String name,
      String place,
      List<String> programs,
      List<String> chain) {
    static List<Item> of(List<Finding> findings) {
      return findings.stream()
          .map(
              each ->
                  new Item(
                      each.kind().id(),
                      each.path(),
                      each.name(),
                      each.place(),
                      each.programs(),
                      each.chain()))
          .toList();
    }
  }

  /** Writes the result as JSON. Leaves the stream open. */
  public static void json(CheckResult result, OutputStream out) throws IOException {
    AnswerJson.write(
        new Document(
            JsonOutput.format("check"),
            JsonOutput.FORMAT_VERSION,
            result.verdict().id(),
            result.run().store(),
            result.run().host(),
            result.run().lsn(),
            result.directory(),
            result.checked(),
            Item.of(result.findings()),
            Item.of(result.warnings()),
            Item.of(result.accepted()),
            result.outdated(),
            result.run().running(),
            result.run().gaps()),
        out);
  }

  /**
   * Writes a table of findings for each kind, then the chains of inputs. Leaves the stream open.
   *
   * @param widthColumns maximum length of lines of the tables; 0 for no limit
   */
  public static void text(CheckResult result, int widthColumns, OutputStream out) {
    for (FindingKind kind : FindingKind.values()) {
      List<Finding> failing = ofKind(kind, result.findings());
      List<Finding> warnings = ofKind(kind, result.warnings());
      if (failing.isEmpty() && warnings.isEmpty()) {
        continue;
      }
      boolean isDeclaration = kind == FindingKind.UNUSED_DECLARATION;
      TextTable table = new TextTable(kind.id(), isDeclaration ? "declared by" : "programs");
      Stream.concat(failing.stream(), warnings.stream())
          .forEach(
              each ->
                  table.row(
                      shown(each),
                      isDeclaration
                          ? DisplayText.text(each.place())
                          : shown(each.programNames(), ", ")));
      table.print(out, widthColumns);
      PrintWriter writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
      failing.stream()
          .filter(each -> each.chain().size() > 1)
          .forEach(each -> writer.println("  " + shown(each.chain(), " -> ")));
      writer.println();
      writer.flush();
    }
  }

  private static List<Finding> ofKind(FindingKind kind, List<Finding> findings) {
    return findings.stream().filter(each -> each.kind() == kind).toList();
  }

  private static String shown(List<String> names, String between) {
    return names.stream().map(DisplayText::text).collect(Collectors.joining(between));
  }

  /** Returns the path inside of the run's directory, or else the absolute name. */
  private static String shown(Finding finding) {
    boolean isOutside = finding.path().startsWith("../");
    return DisplayText.text(isOutside ? finding.name() : finding.path());
  }

  /** Returns the verdict as a line for people. */
  public static String summary(CheckResult result) {
    List<String> counts = new ArrayList<>();
    counts.add(DisplayText.count(result.checked(), "file") + " checked");
    counts.add(DisplayText.count(result.findings().size(), "finding"));
    if (!result.warnings().isEmpty()) {
      counts.add(DisplayText.count(result.warnings().size(), "unused declaration"));
    }
    if (!result.accepted().isEmpty()) {
      counts.add(result.accepted().size() + " accepted by the baseline");
    }
    String verdict =
        switch (result.verdict()) {
          case UNDECLARED -> "";
          case DECLARED -> "; everything is declared";
          case CANNOT_TELL ->
              "; cannot tell: "
                  + (result.run().running()
                      ? "the run has not ended; check it later"
                      : "the capture has gaps; run it again, or check with fewer targets");
        };
    return String.join(", ", counts) + verdict;
  }
}
