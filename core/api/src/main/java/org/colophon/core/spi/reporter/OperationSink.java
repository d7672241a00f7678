package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;

/**
 * Where a reporter hands over what it saw. Belongs to one thread; a reporter with several threads
 * asks its {@link ReporterContext} for a sink each.
 *
 * <p>Calls take effect in call order. They are gathered and published to the ring together when
 * enough have come, when a name changes, and at {@link #flush}; the kernel gives each its LSN
 * there. A full ring blocks the caller, unless the reporter was attached with {@code
 * on-overload=drop}. {@link #access} allocates nothing.
 *
 * <p>Ids (of processes and objects) are positive and stay valid across restarts of the kernel.
 * Times are wall-clock nanoseconds since 1970, for people only; 0 lets the kernel put its own. The
 * kernel cuts them to the millisecond.
 *
 * <p>A reporter that can go on where it was left works in <em>units</em>: {@link #begin}, the
 * operations of an item of its source, then {@link #position} with the place behind that item. A
 * unit counts wholly, with its position, or not at all, whatever crashes when; {@link
 * ReporterContext#position} says where to go on. What suppression holds back of a unit is as
 * durable as without units.
 *
 * <p>Once the kernel can take nothing more, publishing throws a {@code ColophonException} with
 * KERNEL_FAILED or KERNEL_CLOSED: at {@link #flush}, and at any other method when it has to
 * publish. What was gathered and not published by then is not recorded.
 */
public interface OperationSink {
  // --- processes ---

  /**
   * The id of a process: the one that has this identity already, or a new one. With an empty
   * identity always a new one.
   */
  long process(ProcessDeclaration declaration, long timeNanos);

  /**
   * Replaces the declaration of a process that has an identity by one with the same identity that
   * says more. A sink may ignore it.
   */
  default void describe(long process, ProcessDeclaration declaration, long timeNanos) {}

  /** The effect was informed by the cause: forked, replaced by execve, signalled, ... */
  void link(LinkKind kind, long effect, long cause, long timeNanos);

  /**
   * The process ended; its access intervals end with it.
   *
   * @param status exit status, 128 + n for signal n, {@code ProcessInfo.REPLACED} for execve
   */
  void exit(long process, int status, long timeNanos);

  // --- objects ---

  /**
   * The id of an object: the one that has this identity already, or a new one. With an empty
   * identity always a new one.
   */
  long object(ObjectDeclaration declaration, long timeNanos);

  /** The object that a path is bound to now, 0 if none is known. */
  long resolve(Bytes path);

  /**
   * The object that a path is bound to now; if none is known, a new one that is bound to it, as
   * something that was there before it was first seen.
   *
   * <p>If the declaration has an identity that is known, that object is meant, and the path is
   * bound to it; if the path's object has no identity yet, it gets this one.
   */
  long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos);

  /** Short for {@link #objectAt(Bytes, ObjectDeclaration, long)} with no identity. */
  default long objectAt(Bytes path, ObjectKind kind, long timeNanos) {
    return objectAt(path, ObjectDeclaration.of(kind), timeNanos);
  }

  // --- names: absolute and normalised paths, or names with a scheme of their own ---

  /** The process gave the object a name (created, linked); what had it before has it no more. */
  void bind(long process, Bytes path, long object, long timeNanos);

  /** The process removed a name, and with a folder's name all below. Unknown names are ignored. */
  void unbind(long process, Bytes path, long timeNanos);

  /** The process moved a name, and with a folder's name all below, in constant work. */
  void rename(long process, Bytes from, Bytes to, long timeNanos);

  /**
   * The same for a folder of which nothing need be known: where nothing is, neither of it nor of
   * what is below, nothing happens. A sink may take it for {@link #rename}, which makes an object
   * of what is moved.
   */
  default void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    rename(process, from, to, timeNanos);
  }

  /** The process made two names, and all below them, change places. */
  void exchange(long process, Bytes one, Bytes other, long timeNanos);

  // --- what happened ---

  /**
   * A process did something with an object.
   *
   * @param phase WHOLE for a call seen as one point; BEGIN and END for one that overlaps others
   * @param bytes how many bytes moved, 0 if none or unknown; with BEGIN usually 0
   */
  void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos);

  /**
   * The same, seen as one point, where the process is not expected to do that with the object
   * again. It is kept as it is, without an interval that goes on from here: one that has only a
   * beginning takes a second record, for its end. If it does happen again, nothing is lost.
   *
   * <p>A sink may make no difference.
   */
  default void accessOnce(
      OperationKind kind, long process, long object, long bytes, long timeNanos) {
    access(kind, Phase.WHOLE, process, object, bytes, timeNanos);
  }

  /**
   * The object's content was cut off: truncated to zero, replaced. What was written before does not
   * reach what is read after.
   */
  void cut(Phase phase, long process, long object, long timeNanos);

  /** The effect (an object) was derived from the cause (an object), by a process or 0. */
  void derive(long effect, long cause, long process, long timeNanos);

  /** Attaches data to an object, a process, or both (0 for neither). */
  void extend(long process, long object, String type, Bytes data, long timeNanos);

  /**
   * A loss of capture: lineage that crosses it will say incomplete.
   *
   * @param process whom it concerns, 0 if it may concern any
   */
  void gap(long process, GapCause cause, long count, long timeNanos);

  /**
   * Counts input that could not become an operation, so that reported = refused + accepted holds.
   * The first few are logged with their place.
   *
   * @param place where, such as {@code build.strace:4711}
   * @param problem what is wrong with it
   */
  void refuse(String place, String problem);

  // --- units ---

  /**
   * Opens a unit: nothing handed over from here on is published before {@link #position} ends the
   * unit. Only declarations with an identity may be, since to declare again changes nothing.
   *
   * <p>A unit has at most 4,096 operations, 12,000 positions beside its last, which are no
   * operations, and 128 MiB of names and data, positions aside; with more it is dropped, and the
   * call that exceeds it throws LIMIT_REACHED. From its first change of names to its end nobody
   * else may change or ask for names, so do no I/O within a unit.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if a unit is open
   */
  void begin();

  /**
   * Ends the unit: its operations and the position become durable together, or not at all. If this
   * throws, the unit is dropped. Without {@link #begin} the unit is what was gathered since the
   * last publishing.
   *
   * <p>It is published at once or with what follows; {@link #flush} makes sure. At a time one sink
   * alone reports the positions of a source.
   *
   * @param source which source, unique in the store: best begins with the reporter's name
   * @param position where its reporter goes on, in whatever form that likes, at most 4,096 bytes;
   *     empty to forget the source. If it holds ids, see the other form
   * @throws org.colophon.core.error.ColophonException LIMIT_REACHED if there are 10,000 sources
   *     already, BAD_INPUT for a name or a position that is too long
   */
  void position(String source, Bytes position);

  /**
   * Ends the unit with a position that holds ids which this sink gave. A sink that gives ids of its
   * own, as one to a service does, puts the lasting ones in their place.
   *
   * @param idsAt where in the position they are: offsets, rising, of eight bytes each, the highest
   *     first
   */
  default void position(String source, Bytes position, int[] idsAt) {
    position(source, position);
  }

  /**
   * Notes the position of one more source with the open unit, which goes on: it becomes durable
   * with the unit. For what does not fit into one position.
   *
   * @param idsAt as for {@link #position(String, Bytes, int[])}
   * @throws org.colophon.core.error.ColophonException as {@link #position}, and BAD_REQUEST if no
   *     unit is open. The unit stays open, unless it has too many positions
   */
  void note(String source, Bytes position, int[] idsAt);

  // --- handing over ---

  /**
   * Publishes everything gathered. Refused with BAD_REQUEST while a unit is open.
   *
   * @return the LSN of the last operation of this sink, 0 if there is none
   */
  long flush();

  /**
   * Waits until everything up to an LSN that {@link #flush} returned is on disk in the journal.
   * Waiters share one fdatasync.
   */
  void awaitDurable(long lsn);
}
