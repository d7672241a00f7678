package org.colophon.core.sink;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.SharedNames;

/**
 * Decides when what a sink gathers is published: outside a unit when there is enough of it, in a
 * unit at its end or not at all. Changes of names are published before the lock on the names is let
 * go, so that the order of the ring is the order of the changes; a unit that changes names keeps
 * the lock to its end. One thread, the sink's.
 */
final class RingWriter {
  private static final Logger LOG = System.getLogger(RingWriter.class.getName());

  /** A rename of what was not known: object, bind, unbind, bind, and who did it. */
  private static final int CHANGE_SLOTS = 5;

  private final KernelParts parts;
  private final String reporter;
  private final SinkBuffer gathered;
  private final Publisher publisher;
  private final SharedNames.Claim claim = new SharedNames.Claim();
  private boolean keepsNames;

  RingWriter(KernelParts parts, String reporter, SinkBuffer gathered, Publisher publisher) {
    this.parts = parts;
    this.reporter = reporter;
    this.gathered = gathered;
    this.publisher = publisher;
  }

  /** A slot for an operation. */
  RecordEvent slot(RecordType type, long timeNanos) {
    if (gathered.isFull()) {
      makeRoom();
    }
    return gathered.next(type, timeNanos);
  }

  /** A slot for what refers to so many bytes of names or data. */
  RecordEvent slot(RecordType type, long timeNanos, long bytes) {
    if (gathered.isTooMuch(bytes)) {
      flush();
    }
    gathered.addBytes(bytes);
    if (gathered.isUnitTooLarge()) {
      dropUnit();
      throw SinkBuffer.tooManyBytes();
    }
    return slot(type, timeNanos);
  }

  /** Counts bytes of names that the last slot refers to beside those it was taken for. */
  void addBytes(long more) {
    gathered.addBytes(more);
  }

  /** A change of names is several records, published together: a crash leaves all or none. */
  void reserve(long pathBytes) {
    if (gathered.wouldSplit(CHANGE_SLOTS, pathBytes)) {
      flush();
    }
  }

  /** Room for one more, where what is gathered is full. */
  void makeRoom() {
    if (!gathered.isUnitOpen()) {
      flush();
      return;
    }
    try {
      gathered.makeRoom();
    } catch (ColophonException e) {
      dropUnit();
      throw e;
    }
  }

  /** As {@link org.colophon.core.spi.reporter.OperationSink#flush}. */
  long flush() {
    if (gathered.isUnitOpen()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a unit of " + reporter + " is open: end it with a position");
    }
    return publisher.publish(gathered);
  }

  // --- the lock on the names ---

  /** The names, as nobody else can change them now. */
  Namespace lockNames() {
    Namespace names = parts.names().lock(claim);
    if (gathered.isUnitOpen() && !keepsNames) {
      names.remember();
    }
    return names;
  }

  /** Names were changed: published before others see it; in a unit both wait for its end. */
  void changed() {
    if (gathered.isUnitOpen()) {
      keepsNames = true;
    } else {
      flush();
    }
  }

  void unlockNames() {
    if (!keepsNames) {
      parts.names().unlock(claim);
    }
  }

  // --- units ---

  void begin() {
    if (gathered.isUnitOpen()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a unit of " + reporter + " is open already: end it first");
    }
    if (gathered.isFull()) {
      flush();
    }
    gathered.beginUnit();
  }

  void position(String source, Bytes position) {
    boolean done = false;
    try {
      parts.positions().check(source, position);
      gathered.endUnit(source, position);
      if (keepsNames || gathered.count() >= SinkBuffer.BATCH) {
        flush();
      }
      keepsNames = false;
      done = true;
    } finally {
      if (done) {
        parts.names().unlock(claim);
      } else {
        dropUnit();
      }
    }
  }

  void note(String source, Bytes position) {
    if (!gathered.isUnitOpen()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "no unit of " + reporter + " is open: begin one first");
    }
    parts.positions().check(source, position);
    try {
      gathered.note(source, position);
    } catch (ColophonException e) {
      dropUnit();
      throw e;
    }
  }

  private void dropUnit() {
    if (gathered.isUnitOpen()) {
      gathered.dropUnit();
    }
    keepsNames = false;
    parts.names().takeBack(claim);
  }

  /** As {@link RingSink#abandon}. */
  void abandon() {
    if (gathered.isUnitOpen()) {
      LOG.log(Level.WARNING, "{0} ended within a unit, which is dropped", reporter);
      dropUnit();
    }
    flush();
  }
}
