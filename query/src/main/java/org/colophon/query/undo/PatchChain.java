// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.record.RecordJson;
import org.colophon.query.report.History;
import org.colophon.query.report.History.Event;
import org.colophon.query.report.History.EventKind;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;
import org.jspecify.annotations.Nullable;

/**
 * The patches that lead from a content of a file back to the content as of an LSN. Digests connect
 * them, so that a missing patch is found. One thread.
 */
public final class PatchChain {
  /** A patch to apply backwards. */
  private record Shown(long lsn, String time, Bytes patch) {}

  private record AllShown(String path, long lsn, String content, List<Shown> patches) {}

  private static final int MAX_COMMAND_CHARS = 60;

  private final LineageReader reader;
  private final History history;
  private final ZoneId zone;
  private final long lsn;
  private final ContentChanges changes;

  /** The newest first. */
  private final List<ContentChange> undone = new ArrayList<>();

  /** The change that made the content; null if it is older than all reports. */
  private final @Nullable ContentChange made;

  private String content;

  /**
   * Finds the patches.
   *
   * @param history all events of the path until now, with changes
   * @param lsn the LSN as of which the content is wanted
   * @param start SHA-256 of the content to start from
   * @param isOldStart whether to start from a content that was changed later
   * @throws ColophonException NOT_FOUND if a patch is missing
   */
  public PatchChain(
      LineageReader reader,
      History history,
      ZoneId zone,
      long lsn,
      String start,
      boolean isOldStart) {
    this.reader = reader;
    this.history = history;
    this.zone = zone;
    this.lsn = Math.min(lsn, reader.visibleLsn());
    this.changes = new ContentChanges(reader, history);
    this.content = start;
    NameBinding named = named();
    this.made = undo(newest(isOldStart), named.fromLsn());
    requireCertain(named.object());
  }

  private NameBinding named() {
    return history.bindings().stream()
        .filter(each -> each.holdsAt(lsn))
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.NOT_FOUND.exception(
                    "no file is recorded at %s as of LSN %d; colophon history lists when there was one"
                        .formatted(path(), lsn)));
  }

  /** Returns the index of the change that led to the content to start from. */
  private int newest(boolean isOldStart) {
    List<ContentChange> all = changes.reported();
    ContentChange last = null;
    for (int i = all.size() - 1; i >= 0; i--) {
      ContentChange each = all.get(i);
      if (each.leadsTo(content) && (last == null || isOldStart)) {
        return i;
      }
      if (each.leadsTo(content)) {
        throw ErrorCode.NOT_FOUND.exception(
            "%s has an earlier content, that after %s, and not the newest recorded one; restore that, or give this one with --from"
                .formatted(path(), text(each)));
      }
      last = each.isPatch() && last == null ? each : last;
    }
    throw last == null
        ? ErrorCode.NOT_FOUND.exception(
            "no patch of %s is recorded; record the next ones by colophon trace --inspectors text, or by a mount with inspectors=text"
                .formatted(path()))
        : last.states() == null
            ? withoutDigests(last)
            : missing("the content to start from is not recorded: ", last, null);
  }

  /**
   * Collects the patches until the wanted content. Returns the change that made it; null if the
   * file had it when it got the path.
   */
  private @Nullable ContentChange undo(int newest, long namedLsn) {
    List<ContentChange> all = changes.reported();
    ContentChange next = null;
    int i = all.size() - 1;
    for (; i >= 0 && all.get(i).beginLsn() > lsn; i--) {
      ContentChange each = all.get(i);
      if (i <= newest && each.isPatch()) {
        requireUndoable(each, next);
        content = Objects.requireNonNull(Objects.requireNonNull(each.states()).before().sha256());
        undone.add(each);
        next = each;
      }
    }
    ContentChange made = i >= 0 && all.get(i).beginLsn() >= namedLsn ? all.get(i) : null;
    if (made == null && next == null) {
      throw missing("", all.get(newest), null);
    }
    if (made != null && newest < i && made.isPatch()) {
      throw ErrorCode.NOT_FOUND.exception(
          "the content to start from is older than LSN %d: %s followed; start from a newer one"
              .formatted(lsn, text(made)));
    }
    if (made != null) {
      requireLink(made, next);
    }
    return made;
  }

  private void requireLink(ContentChange change, @Nullable ContentChange next) {
    if (change.isPatch() && change.states() == null) {
      throw withoutDigests(change);
    }
    if (!change.leadsTo(content)) {
      throw missing("", change, next);
    }
  }

  private void requireUndoable(ContentChange change, @Nullable ContentChange next) {
    requireLink(change, next);
    PatchStates states = Objects.requireNonNull(change.states());
    String problem = ReversePatch.problem(change.attached().data(), states);
    if (!problem.isEmpty()) {
      throw missing("the patch of " + text(change) + " is not complete: " + problem, next);
    }
    if (states.before().sha256() == null) {
      throw missing("the content before " + text(change) + " is too large for a digest", next);
    }
  }

  private ColophonException withoutDigests(ContentChange change) {
    return ErrorCode.NOT_FOUND.exception(
        "the patch of %s names no digests, since an earlier version recorded it, so it cannot be checked; apply it with patch -R"
            .formatted(text(change)));
  }

  /**
   * Requires that no change without a report made another content. A known digest decides;
   * otherwise a change that left the content equal counts as well.
   */
  private void requireCertain(long object) {
    ContentChange next = undone.isEmpty() ? null : undone.get(undone.size() - 1);
    FileDigest known = new ContentVersions(reader, Lsn.LATEST).digestAt(object, lsn);
    if (known != null && known.sha256().equals(content)) {
      return;
    }
    long from = made == null ? lsn : made.beginLsn();
    long end = made == null && next != null ? next.beginLsn() - 1 : lsn;
    boolean isChanged =
        changes.unreported(from, end).stream().anyMatch(event -> !isWithin(event, made))
            || changes.reported().stream().anyMatch(each -> isFailed(each, from, end));
    if (known != null || isChanged) {
      throw missing("", made, next);
    }
  }

  private static boolean isFailed(ContentChange change, long lsn, long untilLsn) {
    return !change.isPatch() && change.beginLsn() > lsn && change.beginLsn() <= untilLsn;
  }

  /** Returns whether another process wrote the file while the reported one did. */
  private static boolean isWithin(Event event, @Nullable ContentChange change) {
    return change != null && change.event() != null && event.lastLsn() <= change.event().lastLsn();
  }

  /** Describes the change that is missing after a change and before the next one. */
  private ColophonException missing(
      String prefix, @Nullable ContentChange before, @Nullable ContentChange next) {
    long from = before == null ? lsn : before.isPatch() ? before.beginLsn() : before.beginLsn() - 1;
    long end = next == null ? Lsn.LATEST : next.beginLsn() - 1;
    String what =
        changes.reported().stream()
            .filter(each -> isFailed(each, from, end))
            .findFirst()
            .map(each -> text(each) + " was not inspected: " + reason(each.attached()))
            .or(() -> removal(from, end))
            .or(() -> unreported(from, end))
            .orElse("a change after LSN %d is not recorded".formatted(from));
    return missing(prefix + what, next);
  }

  private Optional<String> removal(long from, long end) {
    return history.events().stream()
        .filter(event -> event.kind() == EventKind.UNBOUND)
        .filter(event -> event.lsn() > from && event.lsn() <= end)
        .findFirst()
        .map(event -> "the file lost this name with " + text(event.lsn(), event));
  }

  private Optional<String> unreported(long from, long end) {
    return changes.unreported(from, end).stream()
        .findFirst()
        .map(event -> text(event.lsn(), event) + " has no patch");
  }

  private ColophonException missing(String what, @Nullable ContentChange next) {
    String remedy =
        next == null
            ? "give a recorded content with --from"
            : "contents can be restored as of LSN %d (%s) and later"
                .formatted(next.beginLsn(), time(next.beginLsn()));
    return ErrorCode.NOT_FOUND.exception(
        "cannot restore %s as of LSN %d: %s; %s".formatted(path(), lsn, what, remedy));
  }

  private static String reason(ExtendedRecord failed) {
    JsonNode json = Objects.requireNonNull(RecordJson.tree(failed));
    return DisplayText.text(json.path("reason").asText() + ", " + json.path("detail").asText());
  }

  private String text(ContentChange change) {
    return text(change.beginLsn(), change.event());
  }

  private String text(long begin, @Nullable Event event) {
    ProcessInfo process = event == null ? null : event.process();
    String command = process == null ? "" : NodeText.command(process);
    return "the change at LSN %d (%s)".formatted(begin, time(begin))
        + (process == null
            ? ""
            : " by "
                + Lines.fitLine(command, MAX_COMMAND_CHARS)
                + " [process:"
                + process.id()
                + "]");
  }

  private String time(long of) {
    return DisplayText.time(reader.timeAt(of), zone);
  }

  private String path() {
    return history.path().display();
  }

  /** Returns which content was found, for people. */
  public String remark() {
    return "the content of %s as of LSN %d: that after %s"
        .formatted(path(), lsn, made == null ? "no recorded change" : text(made));
  }

  /** Returns the value to write as JSON: the digest of the content, and the newest patch first. */
  public Object json() {
    List<Shown> shown =
        undone.stream()
            .map(
                each ->
                    new Shown(
                        each.attached().lsn(),
                        DisplayText.instant(reader.timeAt(each.beginLsn())),
                        each.attached().data()))
            .toList();
    return new AllShown(path(), lsn, FileDigest.SCHEME.concat(Bytes.of(content)).toString(), shown);
  }
}
