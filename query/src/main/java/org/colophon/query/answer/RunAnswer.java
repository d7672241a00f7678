// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.OutputStream;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RunCollector;
import org.colophon.query.target.Target;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;
import org.colophon.query.touched.Run;
import org.jspecify.annotations.Nullable;

/** Describes a run, or the programs that led to files, for documents. */
record RunAnswer(LineageReader reader, AnswerStyle style, long asOfLsn) {
  /**
   * Describes a run.
   *
   * @param targets a process, or files; empty for the newest run
   */
  Answer answer(List<Target> targets, int maxNodes) {
    long asOf = Math.min(asOfLsn, reader.visibleLsn());
    RunCollector collector = new RunCollector(reader, style.options(asOf).source().get());
    List<Root> roots = Target.roots(targets);
    if (!roots.isEmpty() && roots.stream().allMatch(each -> each.type() == NodeType.OBJECT)) {
      return answer(collector.targets(roots, maxNodes));
    }
    if (roots.size() > 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a document describes one run or some files; name one process, or files only");
    }
    Run run = roots.isEmpty() ? Run.newest(reader, asOf) : Run.from(reader, roots.get(0).id());
    if (run == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no run is recorded; record one with 'colophon trace -- COMMAND'");
    }
    return answer(collector.run(run, maxNodes));
  }

  private Answer answer(RecordedRun run) {
    return Answer.of(style, true, remarks(run.gaps()), "run", () -> run, out -> write(run, out));
  }

  /** Returns one line about all gaps, since a service sends remarks in the head of its answer. */
  private static List<String> remarks(List<String> gaps) {
    if (gaps.isEmpty()) {
      return List.of();
    }
    String first = gaps.size() == 1 ? ": " : ", the first: ";
    return List.of("incomplete: " + DisplayText.count(gaps.size(), "gap") + first + gaps.get(0));
  }

  private void write(RecordedRun run, OutputStream out) {
    TextTable table = new TextTable("role", "kind", "sha256", "name");
    run.files().stream()
        .filter(each -> !each.folded())
        .forEach(
            each ->
                table.row(
                    AnswerJson.word(each.role()),
                    AnswerJson.word(each.kind()),
                    sha256(each),
                    DisplayText.text(each.name())));
    table.print(out, style.widthColumns());
  }

  private static String sha256(RunFile file) {
    @Nullable String sha256 = file.sha256();
    return sha256 == null ? "-" : sha256;
  }
}
