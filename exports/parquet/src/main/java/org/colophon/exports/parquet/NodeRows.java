// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.LineageNode.Cut;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.ContentVersions;
import org.jspecify.annotations.Nullable;

/**
 * The processes and the versions of the objects of a history. Versions are those of lineage: a read
 * at or after the end of a cut sees the new version; a write at or after its begin belongs to it.
 */
final class NodeRows extends FactRows {
  static final String PROCESS = "process:";
  static final String OBJECT = "object:";

  private static final List<String> NUMBERS =
      List.of(
          "object",
          "version",
          "pid",
          "first_lsn",
          "time_us",
          "end_lsn",
          "end_us",
          "exit_status",
          "from_lsn",
          "seen_lsn");

  private final History history;
  private final ContentVersions contents;
  private final long lastProcess;
  private final long lastObject;
  private long process;
  private long object;

  /** Constructs the rows, after the edges were read. */
  NodeRows(History history) {
    super(NUMBERS, List.of("node", "kind", "label", "digest"));
    this.history = history;
    this.contents = new ContentVersions(history.scan(), history.lastLsn());
    this.lastProcess = Math.max(history.scan().lastProcess(), history.processes().length());
    this.lastObject = Math.max(history.scan().lastObject(), history.objects().length());
  }

  @Override
  boolean readNext() {
    if (process < lastProcess) {
      process++;
      ProcessInfo info = history.scan().process(process);
      if (info != null && info.declaredLsn() > history.lastLsn()) {
        info = null;
      }
      if (info != null || history.processes().get(Math.toIntExact(process))) {
        addProcess(info);
      }
      return true;
    }
    if (object < lastObject) {
      object++;
      ObjectInfo info = history.scan().object(object);
      if (info != null && info.declaredLsn() > history.lastLsn()) {
        info = null;
      }
      if (info != null || history.objects().get(Math.toIntExact(object))) {
        addObject(info);
      }
      return true;
    }
    return false;
  }

  private void addProcess(@Nullable ProcessInfo info) {
    if (info == null) {
      for (int column = 0; column < NUMBERS.size(); column++) {
        number(UNKNOWN);
      }
    } else {
      addDeclared(info);
    }
    text(PROCESS + process);
    text("process");
    text(info == null ? null : known(NodeText.command(info)));
    text(null);
  }

  private void addDeclared(ProcessInfo info) {
    boolean isEnded = history.ended(info.endLsn()) != UNKNOWN;
    boolean hasStatus = isEnded && info.exitStatus() != ProcessInfo.REPLACED;
    number(UNKNOWN);
    number(UNKNOWN);
    number(info.declaration().pid());
    number(info.declaredLsn());
    number(History.micros(startOf(info)));
    number(isEnded ? info.endLsn() : UNKNOWN);
    number(isEnded ? History.micros(info.endNanos()) : UNKNOWN);
    number(hasStatus ? info.exitStatus() : UNKNOWN);
    number(UNKNOWN);
    number(UNKNOWN);
  }

  private long startOf(ProcessInfo info) {
    long start = info.declaration().startNanos();
    return start == 0 ? history.scan().timeAt(info.declaredLsn()) : start;
  }

  private static @Nullable String known(String text) {
    return text.isEmpty() ? null : text;
  }

  private void addObject(@Nullable ObjectInfo info) {
    long declared = info == null ? UNKNOWN : info.declaredLsn();
    List<Cut> cuts = cuts();
    boolean hasDigest = hasDigest();
    Cut created = new Cut(0, declared, 0, timeAt(declared));
    for (int version = 0; version <= cuts.size(); version++) {
      addVersion(info, version, version == 0 ? created : cuts.get(version - 1));
      text(hasDigest ? digest(endOf(cuts, version)) : null);
    }
  }

  private boolean hasDigest() {
    return history.scan().extendedRecords(0, object).stream()
        .anyMatch(each -> each.type().equals(FileDigest.TYPE));
  }

  /** Returns the cuts in LSN order. As for lineage, their begins never fall. */
  private List<Cut> cuts() {
    List<Cut> cuts = new ArrayList<>();
    history
        .scan()
        .cuts(
            object,
            (by, begin, end, nanos) -> {
              if (end <= history.lastLsn()) {
                long before = cuts.isEmpty() ? 0 : cuts.get(cuts.size() - 1).beginLsn();
                cuts.add(new Cut(by, Math.max(before, begin), end, nanos));
              }
            });
    return cuts;
  }

  /** Returns the last LSN at which a read sees a version. */
  private long endOf(List<Cut> cuts, int version) {
    return version == cuts.size() ? history.lastLsn() : cuts.get(version).endLsn() - 1;
  }

  /** Adds a version except its digest, which is the last text. */
  private void addVersion(@Nullable ObjectInfo info, int version, Cut start) {
    number(object);
    number(version);
    number(UNKNOWN);
    number(start.beginLsn());
    number(History.micros(start.timeNanos()));
    number(UNKNOWN);
    number(UNKNOWN);
    number(UNKNOWN);
    number(version == 0 ? 0 : start.beginLsn());
    number(start.endLsn());
    text(OBJECT + object);
    text(info == null ? null : info.declaration().kind().name().toLowerCase(Locale.ROOT));
    text(info == null ? null : known(info.declaration().label().toString()));
  }

  private long timeAt(long lsn) {
    return lsn == UNKNOWN ? 0 : history.scan().timeAt(lsn);
  }

  private @Nullable String digest(long lsn) {
    FileDigest found = contents.digestAt(object, lsn);
    return found == null ? null : found.sha256();
  }
}
