// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Part of a {@link LineageReader} that is enough to replay a store's history, process by process
 * and object by object. The reader's rules for visitors and threads apply.
 */
public interface HistorySource {
  /**
   * Visits the access intervals of a process.
   *
   * @param modes a mask of {@link AccessMode#bit}
   */
  void accessesOfProcess(long process, int modes, AccessVisitor visitor);

  /** Visits the links in which the process is the effect. */
  void causesOfProcess(long process, LinkVisitor visitor);

  /** Visits the derivations in which the object is the effect. */
  void derivationsOfObject(long object, DerivationVisitor visitor);

  /** Visits the cuts of an object in LSN order; n cuts make n + 1 versions. */
  void cuts(long object, CutVisitor visitor);

  /**
   * Visits every stored operation, in LSN order. Without suppression these are all operations. With
   * suppression they are the first and the last of each interval.
   *
   * @param process 0 for any
   * @param object 0 for any; not both 0
   */
  void operations(long process, long object, OperationVisitor visitor);

  /** Returns the largest id of a declared process, or 0. Ids below it may be unused. */
  long lastProcess();

  /** Returns the largest id of a declared object, or 0. Ids below it may be unused. */
  long lastObject();

  /** Returns the process, or null if the id is unknown. */
  @Nullable ProcessInfo process(long id);

  /** Returns the object, or null if the id is unknown. */
  @Nullable ObjectInfo object(long id);

  /**
   * Returns all names that the object ever had, in LSN order. Includes names that resulted from
   * moves of directories.
   */
  List<NameBinding> namesOf(long object);

  /** Returns the names of {@link #namesOf} without the names of contents ({@link FileDigest}). */
  default List<NameBinding> placesOf(long object) {
    return namesOf(object).stream().filter(each -> !FileDigest.isName(each.path())).toList();
  }

  /** Returns the time of an LSN in nanoseconds since 1970, at least to a millisecond, or 0. */
  long timeAt(long lsn);

  /** Returns all snapshots, moves and removals of their names, in LSN order. */
  List<Snapshot> snapshots();

  /** Returns all known losses in LSN order. */
  List<Gap> gaps();

  /**
   * Returns the extended records of an object (process 0), of a process (object 0), or of both, in
   * LSN order.
   */
  List<ExtendedRecord> extendedRecords(long process, long object);
}
