// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.query.text.DisplayText;

/** Shows statistics of a store, and known gaps. */
record StatusAnswer(LineageReader reader, AnswerStyle style) {
  Answer answer() {
    return Answer.of(style, true, List.of(), "status", this::json, this::writeText);
  }

  private void writeText(OutputStream stream) {
    PrintWriter out = new PrintWriter(stream, false, StandardCharsets.UTF_8);
    StoreStatistics held = reader.statistics();
    long lastLsn = reader.visibleLsn();
    String time = DisplayText.time(reader.timeAt(lastLsn), style.zone());
    out.println("store       " + DisplayText.text(style.store().toString()));
    out.println("processes   " + DisplayText.count(held.processes()));
    out.println("objects     " + DisplayText.count(held.objects()));
    out.println(
        "operations  " + DisplayText.count(held.operations()) + " (suppressed ones included)");
    out.println("size        " + DisplayText.size(held.diskBytes()) + perOperation(held));
    out.println("last LSN    " + lastLsn + ", " + time);
    out.println("snapshots   " + Snapshot.asOf(reader.snapshots(), Lsn.LATEST).size());
    writeGaps(out);
    out.flush();
  }

  private static String perOperation(StoreStatistics held) {
    return held.operations() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " (%.1f bytes an operation)",
            (double) held.diskBytes() / held.operations());
  }

  private void writeGaps(PrintWriter out) {
    List<Gap> gaps = reader.gaps();
    List<String> damages = reader.damages();
    damages.forEach(each -> out.println("damaged     " + DisplayText.text(each)));
    if (gaps.isEmpty() && damages.isEmpty()) {
      out.println("missing     nothing known");
    }
    Map<List<Object>, List<Gap>> alike = new LinkedHashMap<>();
    long runLsn = 0;
    long lastLsn = 0;
    for (Gap gap : gaps) {
      runLsn = gap.lsn() == lastLsn + 1 ? runLsn : gap.lsn();
      lastLsn = gap.lsn();
      List<Object> key =
          isOfProcesses(gap)
              ? List.of(gap.cause(), "run", gap.cause() == GapCause.NOT_TRACED ? 0 : runLsn)
              : List.of(gap.cause(), gap.process());
      alike.computeIfAbsent(key, each -> new ArrayList<>()).add(gap);
    }
    alike
        .values()
        .forEach(each -> out.println(isOfProcesses(each.get(0)) ? lossText(each) : missing(each)));
  }

  /**
   * Returns whether a gap is one of many, one for each process. The end of a recording leaves
   * adjacent ones; a mount leaves one for each untraced program.
   */
  private static boolean isOfProcesses(Gap gap) {
    boolean isOfEach = gap.cause() == GapCause.LOST_SIGHT || gap.cause() == GapCause.NOT_TRACED;
    return isOfEach && gap.process() != 0;
  }

  private String lossText(List<Gap> gaps) {
    Gap first = gaps.get(0);
    ProcessInfo process = reader.process(first.process());
    String program = process == null ? "" : name(process) + " ";
    String more =
        gaps.size() == 1 ? "" : ", " + DisplayText.count(gaps.size() - 1) + " more processes";
    return "missing     %s: %s(process:%d)%s, from LSN %d, %s"
        .formatted(
            first.cause().text(),
            program,
            first.process(),
            more,
            first.lsn(),
            DisplayText.time(reader.timeAt(first.lsn()), style.zone()));
  }

  private static String name(ProcessInfo process) {
    String path = process.declaration().executable().display();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * Joins similar gaps into one line, since a malformed file may cause a gap for each of its lines.
   */
  private static String missing(List<Gap> alike) {
    Gap first = alike.get(0);
    String whose = first.process() == 0 ? "" : " in process:" + first.process();
    long count = alike.stream().mapToLong(Gap::count).sum();
    String where = "LSN " + first.lsn();
    if (alike.size() > 1) {
      long last = alike.get(alike.size() - 1).lsn();
      where = "%d times from LSN %d to %d".formatted(alike.size(), first.lsn(), last);
    }
    return "missing     %s (%d)%s, %s".formatted(first.cause().text(), count, whose, where);
  }

  private record StoreJson(
      String store,
      long processes,
      long objects,
      long operations,
      long diskBytes,
      long lastLsn,
      int snapshots,
      List<GapJson> gaps,
      List<String> damages) {}

  private record GapJson(long lsn, long process, String cause, long count) {}

  private StoreJson json() {
    StoreStatistics held = reader.statistics();
    return new StoreJson(
        style.store().toString(),
        held.processes(),
        held.objects(),
        held.operations(),
        held.diskBytes(),
        reader.visibleLsn(),
        Snapshot.asOf(reader.snapshots(), Lsn.LATEST).size(),
        reader.gaps().stream()
            .map(gap -> new GapJson(gap.lsn(), gap.process(), gap.cause().name(), gap.count()))
            .toList(),
        reader.damages());
  }
}
