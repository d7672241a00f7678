// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.fact.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Receives operations from a reporter. Belongs to one thread; a reporter with several threads
 * requests one sink for each from its {@link ReporterContext}.
 *
 * <p>Calls take effect in call order. They are buffered and published to the ring together: when
 * the buffer is full, when a name changes, and at {@link #flush}. Publishing assigns the LSNs. A
 * full ring blocks the caller, unless the reporter was attached with {@code on-overload=drop}.
 * {@link #access} allocates nothing.
 *
 * <p>Ids (of processes and objects) are positive and stay valid across restarts of the kernel.
 * Times are wall-clock nanoseconds since 1970, for users only; 0 makes the kernel use its own
 * clock. The kernel truncates them to milliseconds.
 *
 * <p>A reporter that can resume works in <em>units</em>: {@link #begin}, the operations of an item
 * of its source, then {@link #position} with the position after that item. A unit is stored with
 * its position or not at all, even after a crash. {@link ReporterContext#position} returns the
 * position at which to resume. Units do not change the durability of suppressed operations.
 *
 * <p>When the kernel accepts nothing further, publishing throws a {@code ColophonException} with
 * KERNEL_FAILED or KERNEL_CLOSED. This happens at {@link #flush}, and at any other method that has
 * to publish. Operations that are buffered by then are lost.
 */
public interface OperationSink {
  /**
   * The smallest id of an object that a capture filter excludes. A sink counts operations on such
   * an object as filtered, and records nothing. The ids of one run are distinct.
   */
  long FIRST_FILTERED = 1L << 61;

  /** Offsets of ids in data or a position that holds none. */
  int[] NO_IDS = {};

  /** Returns true if a capture filter excludes the object with an id. */
  static boolean isFiltered(long object) {
    return (object & ~(FIRST_FILTERED - 1)) == FIRST_FILTERED; // others are ids of a remote sink
  }

  // --- processes ---

  /**
   * Returns the id of a process: the existing one with this identity, or a new one. An empty
   * identity always gives a new one.
   */
  long process(ProcessDeclaration declaration, long timeNanos);

  /**
   * Replaces the declaration of a process that has an identity by a fuller one with the same
   * identity. A sink may ignore the call.
   */
  default void describe(long process, ProcessDeclaration declaration, long timeNanos) {}

  /** Records that the cause informed the effect: forked, replaced by execve, signalled, ... */
  default void link(LinkKind kind, long effect, long cause, long timeNanos) {
    accept(operation().link(kind, effect, cause, timeNanos));
  }

  /**
   * Records that the process ended; its access intervals end with it.
   *
   * @param status exit status, 128 + n for signal n, {@code ProcessInfo.REPLACED} for execve
   */
  default void exit(long process, int status, long timeNanos) {
    accept(operation().exit(process, status, timeNanos));
  }

  // --- objects ---

  /**
   * Returns the id of an object: the existing one with this identity, or a new one. An empty
   * identity always gives a new one.
   */
  long object(ObjectDeclaration declaration, long timeNanos);

  /** Returns the object that a path is bound to now, or 0. */
  long resolve(Bytes path);

  /**
   * Returns true if a path is bound to an object now. A sink with ids of its own may have two ids
   * of an object, so compare objects with this method.
   */
  default boolean isBound(Bytes path, long object) {
    return object != 0 && resolve(path) == object;
  }

  /**
   * Returns the object that a path is bound to now. If none is known, binds a new one, as an object
   * that existed before it was first seen.
   *
   * <p>If the declaration has a known identity, the path is bound to the object with that identity.
   * If the path's object has no identity yet, it gets this identity. If a path's file has another
   * identity, it was replaced without being recorded: the path is bound to a new object, whose
   * version begins by a cut without a process.
   */
  long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos);

  /** Short for {@link #objectAt(Bytes, ObjectDeclaration, long)} with no identity. */
  default long objectAt(Bytes path, ObjectKind kind, long timeNanos) {
    return objectAt(path, ObjectDeclaration.of(kind), timeNanos);
  }

  // --- names: absolute paths, or names with a scheme of their own; the kernel's sink stores the
  // normal form of a path, see PathBytes.normal ---

  /** Binds a name to an object (created, linked). The name's previous object loses the name. */
  void bind(long process, Bytes path, long object, long timeNanos);

  /** Removes a name; for a directory, also all names below it. Unknown names are ignored. */
  void unbind(long process, Bytes path, long timeNanos);

  /** Moves a name in constant time; for a directory, also all names below it. */
  void rename(long process, Bytes from, Bytes to, long timeNanos);

  /**
   * Moves a directory that may be unknown. Does nothing if no name at or below it is known. A sink
   * may treat it as {@link #rename}, which creates an object for an unknown name.
   */
  default void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    rename(process, from, to, timeNanos);
  }

  /**
   * Removes the other names of an object whose file has no other hard link. So a file that was
   * moved without being recorded leaves its former name. A name at which the disk of the kernel's
   * host has the file remains. A sink may ignore the call.
   */
  default void keepOnlyName(Bytes path, long object, long timeNanos) {}

  /**
   * Returns the digest of an object's content in its last recorded state, if the given state of the
   * file differs in its times only. So a reporter can tell by the content whether the file was
   * changed without being recorded. The kernel itself compares size and time of modification.
   *
   * @return null if no digest is known, or if the times do not differ
   */
  default @Nullable FileDigest digestBefore(long object, FileState now) {
    return null;
  }

  /** Returns whether an object is known to have an identity. */
  default boolean hasIdentity(long object, Bytes identity) {
    return false;
  }

  /** Exchanges two names, and all names below them. */
  void exchange(long process, Bytes one, Bytes other, long timeNanos);

  // --- operations ---

  /**
   * Receives an operation of any type. The methods below, {@link #link} and {@link #exit} fill
   * {@link #operation} and call this method. So a sink implements this method only.
   */
  void accept(Operation operation);

  /**
   * Returns the object to fill for {@link #accept}. A sink that belongs to one thread returns the
   * same object each time.
   */
  default Operation operation() {
    return new Operation();
  }

  /**
   * Records an operation of a process on an object.
   *
   * @param phase WHOLE for a call seen as one point; BEGIN and END for one that overlaps others
   * @param bytes the number of bytes moved, 0 if none or unknown; with BEGIN usually 0
   */
  default void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    accept(operation().access(kind, phase, process, object, bytes, timeNanos));
  }

  /**
   * Records the end of an operation that stands for several of its kind, which followed each other
   * after {@link #access} with BEGIN.
   *
   * <p>A sink may treat it as {@link #access} with END.
   *
   * @param count the number of operations, at least 1
   * @param bytes the number of bytes that all of them moved
   */
  default void endRepeated(
      OperationKind kind, long process, long object, long count, long bytes, long timeNanos) {
    accept(operation().endRepeated(kind, process, object, count, bytes, timeNanos));
  }

  /**
   * Records that the object's content was cut off: truncated to zero, replaced. Earlier writes do
   * not reach later reads.
   */
  default void cut(Phase phase, long process, long object, long timeNanos) {
    accept(operation().cut(phase, process, object, timeNanos));
  }

  /** Records that a process derived one object from another. The process is 0 if unknown. */
  default void derive(long effect, long cause, long process, long timeNanos) {
    accept(operation().derive(effect, cause, process, timeNanos));
  }

  /** Attaches data to an object, a process, or both (0 for neither). */
  default void extend(long process, long object, String type, Bytes data, long timeNanos) {
    extend(process, object, type, data, NO_IDS, timeNanos);
  }

  /**
   * Attaches data that holds ids from this sink. A sink with ids of its own, such as a sink to a
   * service, replaces them by the permanent ones.
   *
   * @param idsAt the offsets of the ids in the data, ascending. An id is a big-endian long
   */
  default void extend(
      long process, long object, String type, Bytes data, int[] idsAt, long timeNanos) {
    accept(operation().extend(process, object, type, data, idsAt, timeNanos));
  }

  /**
   * Records a loss of capture. Lineage that crosses it is reported as incomplete.
   *
   * @param process the process concerned, 0 if it may concern any
   */
  default void gap(long process, GapCause cause, long count, long timeNanos) {
    accept(operation().gap(process, cause, count, timeNanos));
  }

  /** Names the state that this operation finds, as {@code Snapshot.Change.TAKE} does. */
  default void snapshot(String name, long timeNanos) {
    snapshot(name, Snapshot.Change.TAKE, timeNanos);
  }

  /**
   * Gives a snapshot's name to the state that this operation finds, or removes the name. In a unit,
   * the change takes effect with the unit, or not at all. Questions as of an earlier LSN find the
   * former meaning of the name.
   *
   * @param name at most 200 characters; neither empty nor only digits, without at sign, backslash
   *     and control characters
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for another name, ALREADY_EXISTS
   *     if the name to take is in use, NOT_FOUND if the name to move or delete is not; then an open
   *     unit stays open
   */
  default void snapshot(String name, Snapshot.Change change, long timeNanos) {
    accept(operation().snapshot(name, change, timeNanos));
  }

  /**
   * Counts input that could not become an operation, so that the accounts add up. Logs the first
   * few of them.
   *
   * @param place the place, such as {@code build.strace:4711}
   * @param problem the reason
   */
  void refuse(String place, String problem);

  // --- units ---

  /**
   * Opens a unit. The operations of the unit are not published before {@link #position} ends it.
   * Only declarations with an identity may be published earlier, since repeating them changes
   * nothing.
   *
   * <p>A unit has at most 4,096 operations, 12,000 positions in addition to its last, and 128 MiB
   * of names and data without positions. A unit that exceeds a limit is dropped, and the call that
   * exceeds it throws LIMIT_REACHED. From its first change of names to its end a unit blocks all
   * other uses of names, so do no I/O within a unit.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if a unit is open
   */
  void begin();

  /**
   * Ends the unit: its operations and the position become durable together, or not at all. If this
   * throws, the unit is dropped. Without {@link #begin} the unit consists of all operations since
   * the last publishing.
   *
   * <p>The unit may be published later, at the latest by {@link #flush}. Only one sink at a time
   * reports the positions of a source.
   *
   * @param source the source's name, unique in the store: best begins with the reporter's name
   * @param position the point at which to resume, in the reporter's own format, at most 4,096
   *     bytes; empty to forget the source. If it contains ids, use {@link #position(String, Bytes,
   *     int[])}
   * @throws org.colophon.core.error.ColophonException LIMIT_REACHED if there are 10,000 sources
   *     already, BAD_INPUT for a name or a position that is too long
   */
  default void position(String source, Bytes position) {
    position(source, position, NO_IDS);
  }

  /**
   * Ends the unit with a position that contains ids of this sink. A sink with ids of its own, such
   * as a sink to a service, replaces them by the permanent ones.
   *
   * @param idsAt the offsets of the ids in the position, ascending. An id is a big-endian long
   */
  void position(String source, Bytes position, int[] idsAt);

  /**
   * Adds the position of another source to the open unit, which stays open. The position becomes
   * durable with the unit. Useful for state that is larger than one position.
   *
   * @param idsAt as for {@link #position(String, Bytes, int[])}
   * @throws org.colophon.core.error.ColophonException as {@link #position}, and BAD_REQUEST if no
   *     unit is open. The unit stays open, unless it has too many positions
   */
  void note(String source, Bytes position, int[] idsAt);

  // --- transactions: a unit whose writes wait for a decision ---

  /**
   * Ends the unit as a prepared transaction, instead of {@link #position}. When this returns, the
   * transaction is durable. It remains until {@link #commit}, {@link #abort} or {@link #abandon} of
   * any sink, also after a crash. {@link ReporterContext#preparedTransactions} lists it.
   *
   * <p>Reads, processes, objects, links, exits and gaps of the unit are recorded now. So is a name
   * that {@link #objectAt} has found or made. Writes, cuts, derivations, changes of names, and data
   * about written objects are kept. Nobody sees them before the commit; they then take effect as
   * later operations do, with the time of the commit, and are never suppressed.
   *
   * <p>At most 1,000 transactions of 16 MiB together are prepared at a time. A unit with a snapshot
   * cannot be prepared: take it after the commit. Work that abandoning would add counts as
   * operations of the unit.
   *
   * @param transaction id that is unique among the prepared ones: 1 to 128 letters, digits, dots,
   *     dashes, colons and underscores
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if no unit is open, for another
   *     id, or for a snapshot in the unit; ALREADY_EXISTS if the id is in use; LIMIT_REACHED. Then
   *     the unit is dropped
   */
  default void prepare(String transaction) {
    endUnit(TransactionStep.PREPARE, transaction);
  }

  /**
   * Records the kept operations of a prepared transaction, once. When this returns, they are
   * durable. If a unit is open, this ends it: its operations and positions become durable together
   * with the commit.
   *
   * @throws org.colophon.core.error.ColophonException NOT_FOUND if no such transaction is prepared:
   *     it never was, or was decided before; ALREADY_EXISTS if another sink decides it at this
   *     moment; LIMIT_REACHED if the open unit has no room for it. Then an open unit is dropped,
   *     and the transaction stays as it is
   */
  default void commit(String transaction) {
    endUnit(TransactionStep.COMMIT, transaction);
  }

  /** Like {@link #commit}, but removes the kept operations. They never appear. */
  default void abort(String transaction) {
    endUnit(TransactionStep.ABORT, transaction);
  }

  /**
   * Like {@link #commit}, for an application that cannot learn the outcome. Writes and derivations
   * are marked as attempted: a process of their own makes them, which the original process informs.
   * Cuts are left out, because earlier writes may still be there. Changes of names take effect.
   */
  default void abandon(String transaction) {
    endUnit(TransactionStep.ABANDON, transaction);
  }

  /**
   * Takes a step of a transaction. {@link #prepare}, {@link #commit}, {@link #abort} and {@link
   * #abandon} call this method. So a sink implements this method only.
   */
  default void endUnit(TransactionStep step, String transaction) {
    throw ErrorCode.BAD_REQUEST.exception(
        "this sink has no transactions: report to a store or to a service");
  }

  // --- publishing ---

  /**
   * Publishes all buffered operations. Rejected with BAD_REQUEST while a unit is open.
   *
   * @return the LSN of the last operation of this sink, or 0
   */
  long flush();

  /**
   * Waits until everything up to an LSN that {@link #flush} returned is on disk in the journal.
   * Waiters share one fdatasync.
   */
  void awaitDurable(long lsn);
}
