package org.colophon.core.spi.storage;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;

/**
 * Reads a store. It answers what is recorded, edge by edge; time-respecting traversal belongs to
 * the query engine, which sees nothing but this interface.
 *
 * <p>A visitor is called on the calling thread, in no particular order unless said, once for each
 * fact: an interval is visited in its final form only, even if the store holds earlier forms. Ids
 * that the store does not know have no facts. Any number of threads may read at once. A reader sees
 * everything flushed before the call began.
 */
public interface LineageReader extends HistorySource, AutoCloseable {
  /** The largest LSN up to which this reader sees everything. */
  long visibleLsn();

  // --- the graph ---

  /**
   * Visits the access intervals of an object.
   *
   * @param modes a mask of {@link AccessMode#bit}
   */
  void accessesOfObject(long object, int modes, AccessVisitor visitor);

  /** Visits the links by which the process informed others: it is the cause. */
  void effectsOfProcess(long process, LinkVisitor visitor);

  /** Visits the derivations made from the object: it is the cause. */
  void derivationsFromObject(long object, DerivationVisitor visitor);

  // --- nodes ---

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

  /**
   * Visits the first of those paths. A reader that can does not read on behind the last; this one
   * passes the others over.
   *
   * @param limit how many at most, at least 1
   */
  default void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    int[] left = {limit};
    pathsFrom(
        prefix,
        (path, object) -> {
          if (left[0] > 0) {
            left[0]--;
            visitor.name(path, object);
          }
        });
  }

  // --- time, snapshots, losses, extended records ---

  /**
   * The largest LSN recorded at or before an instant, 0 if none. Exact to the precision with which
   * the store keeps time, a millisecond or better.
   */
  long lsnAt(long timeNanos);

  /** Figures about the store for people. */
  StoreStatistics statistics();

  @Override
  void close();
}
