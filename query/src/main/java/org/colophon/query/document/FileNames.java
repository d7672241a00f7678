// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageNode;
import org.colophon.query.document.RecordedRun.Begin;
import org.colophon.query.document.RecordedRun.NameChange;
import org.colophon.query.naming.FoldingRules;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.touched.Run;
import org.colophon.query.touched.TouchedFile;
import org.colophon.query.touched.TouchedFile.Effect;
import org.colophon.query.touched.TouchedFiles;
import org.jspecify.annotations.Nullable;

/** The names of a run's files, and what the run did to them. One thread. */
record FileNames(LineageReader reader, Run run, long endLsn) {
  /**
   * Returns how the run began a version; null if it did not.
   *
   * @param name name of the version
   */
  @Nullable Begin begin(LineageNode node, Bytes name) {
    boolean isCreated = run.created(reader, node.id(), endLsn);
    boolean isCut = node.start() != null && run.processes().contains(node.start().process());
    if (!isCreated && !isCut) {
      return null;
    }
    boolean isKnownPath =
        reader.bindingsOf(name).stream()
            .filter(each -> each.object() != node.id())
            .anyMatch(this::isFromBefore);
    return isCreated && !isKnownPath ? Begin.CREATED : Begin.REPLACED;
  }

  /**
   * Returns the other names that a file has at the end of the run, and those that it had before the
   * run and that no other file took. Leaves out names that are not UTF-8.
   */
  List<String> others(long object, Bytes name) {
    return reader.placesOf(object).stream()
        .filter(each -> each.holdsAt(endLsn) || isFromBefore(each))
        .map(NameBinding::path)
        .filter(each -> !each.equals(name) && isText(each))
        .filter(Predicate.not(each -> isTaken(each, object)))
        .map(Bytes::toString)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns whether a file had a name before the run. A name that no process gave is only met. */
  private boolean isFromBefore(NameBinding name) {
    boolean isMet =
        run.beginLsn() <= name.fromLsn()
            && name.fromLsn() <= endLsn
            && new ObjectNames(reader).processAt(name.object(), name.fromLsn()) == 0;
    return isMet || name.holdsAt(run.beginLsn());
  }

  private boolean isTaken(Bytes path, long object) {
    return reader.bindingsOf(path).stream()
        .anyMatch(each -> each.object() != object && each.holdsAt(endLsn));
  }

  /** Returns the files that existed before the run, and that it moved or removed. */
  List<NameChange> changes() {
    FoldingRules folding = new FoldingRules();
    return new TouchedFiles(reader, run, endLsn)
        .files().stream()
            .filter(each -> each.effect() == Effect.MOVED || each.effect() == Effect.REMOVED)
            .filter(each -> isFile(each) && isText(each.path()) && isText(each.before()))
            .filter(each -> !folding.folds(each.path()))
            .map(FileNames::change)
            .toList();
  }

  private static boolean isText(Bytes name) {
    return name.equals(Bytes.of(name.toString()));
  }

  private boolean isFile(TouchedFile touched) {
    ObjectInfo info = reader.object(touched.object());
    return info != null && info.declaration().kind() == ObjectKind.FILE;
  }

  private static NameChange change(TouchedFile touched) {
    String path = touched.path().toString();
    return touched.effect() == Effect.REMOVED
        ? new NameChange(path, "")
        : new NameChange(touched.before().toString(), path);
  }
}
