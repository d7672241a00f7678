package org.colophon.core.spi.storage;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
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

/**
 * The part of a {@link LineageReader} from which a store's whole history can be told again, process
 * by process and object by object. What is said there of visitors and threads holds here.
 */
public interface HistorySource {
  /**
   * Visits the access intervals of a process.
   *
   * @param modes a mask of {@link AccessMode#bit}
   */
  void accessesOfProcess(long process, int modes, AccessVisitor visitor);

  /** Visits the links by which the process was informed: it is the effect. */
  void causesOfProcess(long process, LinkVisitor visitor);

  /** Visits the derivations that made the object: it is the effect. */
  void derivationsOfObject(long object, DerivationVisitor visitor);

  /** Visits the cuts of an object in LSN order; n cuts make n + 1 versions. */
  void cuts(long object, CutVisitor visitor);

  /**
   * Visits every single operation that was stored, in LSN order: all of them where suppression was
   * off, the first and last of each interval where it was on.
   *
   * @param process 0 for any
   * @param object 0 for any; not both 0
   */
  void operations(long process, long object, OperationVisitor visitor);

  /** The largest id of a declared process, 0 if there is none. Ids below it may be unused. */
  long lastProcess();

  /** The largest id of a declared object, 0 if there is none. Ids below it may be unused. */
  long lastObject();

  /** The process, or null if the id is unknown. */
  ProcessInfo process(long id);

  /** The object, or null if the id is unknown. */
  ObjectInfo object(long id);

  /** Every name that the object ever had, in LSN order, moves of folders above it included. */
  List<NameBinding> namesOf(long object);

  /**
   * When the LSN was recorded, nanoseconds since 1970, to a millisecond or better; 0 if unknown.
   */
  long timeAt(long lsn);

  /** All snapshots in LSN order. */
  List<Snapshot> snapshots();

  /** All known losses in LSN order. */
  List<Gap> gaps();

  /**
   * The extended records of an object (process 0), of a process (object 0), or of both, in LSN
   * order.
   */
  List<ExtendedRecord> extendedRecords(long process, long object);
}
