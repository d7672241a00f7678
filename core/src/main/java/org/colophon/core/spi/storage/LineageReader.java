package org.colophon.core.spi.storage;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Gap;
import org.colophon.core.model.NameBinding;
import org.colophon.core.model.ObjectInfo;
import org.colophon.core.model.ProcessInfo;
import org.colophon.core.model.Snapshot;

/**
 * Reads a store. It answers what is recorded, edge by edge; time-respecting traversal belongs to
 * the query engine, which sees nothing but this interface.
 *
 * <p>A visitor is called on the calling thread, in no particular order unless said, once for each
 * fact: an interval is visited in its final form only, even if the store holds earlier forms. Ids
 * that the store does not know have no facts. Any number of threads may read at once. A reader sees
 * everything flushed before the call began.
 */
public interface LineageReader extends AutoCloseable {
  /** The largest LSN up to which this reader sees everything. */
  long visibleLsn();

  // --- the graph ---

  /**
   * Visits the access intervals of an object.
   *
   * @param modes a mask of {@link AccessMode#bit}
   */
  void accessesOfObject(long object, int modes, AccessVisitor visitor);

  /** Visits the access intervals of a process, see {@link #accessesOfObject}. */
  void accessesOfProcess(long process, int modes, AccessVisitor visitor);

  /** Visits the links by which the process was informed: it is the effect. */
  void causesOfProcess(long process, LinkVisitor visitor);

  /** Visits the links by which the process informed others: it is the cause. */
  void effectsOfProcess(long process, LinkVisitor visitor);

  /** Visits the derivations that made the object: it is the effect. */
  void derivationsOfObject(long object, DerivationVisitor visitor);

  /** Visits the derivations made from the object: it is the cause. */
  void derivationsFromObject(long object, DerivationVisitor visitor);

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

  // --- nodes ---

  /** The largest id of a declared process, 0 if there is none. Ids below it may be unused. */
  long lastProcess();

  /** The largest id of a declared object, 0 if there is none. Ids below it may be unused. */
  long lastObject();

  /** The process, or null if the id is unknown. */
  ProcessInfo process(long id);

  /** The object, or null if the id is unknown. */
  ObjectInfo object(long id);

  /** The process with an identity, 0 if none. */
  long processByIdentity(Bytes identity);

  /** The object with an identity, 0 if none. */
  long objectByIdentity(Bytes identity);

  /** The processes that had a pid, in LSN order. */
  List<Long> processesWithPid(long pid);

  // --- names ---

  /**
   * The object that a path was bound to as of an LSN ({@link org.colophon.core.model.Lsn#LATEST}
   * for now), 0 if none.
   */
  long resolve(Bytes path, long asOfLsn);

  /** Every binding that the path ever had, in LSN order, moves of folders above it included. */
  List<NameBinding> bindingsOf(Bytes path);

  /** Every name that the object ever had, in LSN order, moves of folders above it included. */
  List<NameBinding> namesOf(long object);

  /**
   * Visits the bindings that hold as of an LSN at or below a folder, in order of path bytes.
   *
   * @param directory the folder, with or without a slash at its end
   */
  void under(Bytes directory, long asOfLsn, NameVisitor visitor);

  /**
   * Visits paths that begin with the given bytes and were bound at some time, in order of path
   * bytes. For suggestions: bindings by moved folders may be missing.
   */
  void pathsFrom(Bytes prefix, NameVisitor visitor);

  // --- time, snapshots, losses, extended records ---

  /**
   * The largest LSN recorded at or before an instant, 0 if none. Exact to the precision with which
   * the store keeps time, a millisecond or better.
   */
  long lsnAt(long timeNanos);

  /** When the LSN was recorded, nanoseconds since 1970, to the same precision; 0 if unknown. */
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

  /** Figures about the store for people. */
  StoreStatistics statistics();

  @Override
  void close();
}
