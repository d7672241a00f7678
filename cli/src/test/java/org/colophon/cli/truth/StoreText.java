// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;

/** Formats the whole content of a store as sorted lines without times, for comparisons. */
final class StoreText {
  private final LineageReader reader;
  private final List<String> lines = new ArrayList<>();

  private StoreText(LineageReader reader) {
    this.reader = reader;
  }

  static List<String> of(LineageReader reader) {
    StoreText text = new StoreText(reader);
    for (long id = 1; id <= reader.lastProcess(); id++) {
      text.addProcess(id);
    }
    for (long id = 1; id <= reader.lastObject(); id++) {
      text.addObject(id);
    }
    reader.under(Bytes.of("/"), Lsn.LATEST, (path, object) -> text.lines.add(path + " " + object));
    reader.snapshots().forEach(each -> text.lines.add(each.name() + " " + each.lsn()));
    reader.gaps().forEach(each -> text.lines.add(each.toString()));
    text.lines.add("operations " + reader.statistics().operations());
    Collections.sort(text.lines);
    return text.lines;
  }

  private void addProcess(long id) {
    lines.add(reader.process(id).declaration() + " " + reader.process(id).endLsn());
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            lines.add(
                "p%d o%d %s %d-%d %d %d"
                    .formatted(process, object, mode, first, last, count, bytes)));
    reader.causesOfProcess(
        id, (effect, cause, kind, lsn, nanos) -> lines.add(effect + kind.name() + cause + lsn));
    reader.operations(
        id,
        0,
        (lsn, kind, process, object, bytes, nanos) ->
            lines.add(lsn + kind.name() + process + " " + object + " " + bytes));
  }

  private void addObject(long id) {
    lines.add(reader.object(id).toString());
    reader.namesOf(id).forEach(name -> lines.add(name.toString()));
    reader.cuts(id, (process, begin, end, nanos) -> lines.add("cut " + id + " " + begin + end));
  }
}
