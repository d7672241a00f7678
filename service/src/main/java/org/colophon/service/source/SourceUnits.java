// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.ErrorType;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PositionLimits;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.service.line.BadLineException;
import org.colophon.service.line.UnitHandler;
import org.jspecify.annotations.Nullable;

/**
 * Units in the lines of a request. A position belongs to the session that requested it last. This
 * claim is stored together with the positions. So requests of killed or replaced clients cannot
 * change a position, even after a restart.
 */
final class SourceUnits implements UnitHandler {
  private static final int[] NO_IDS = {};

  private final OperationSink sink;
  private final Kernel kernel;
  private final Bytes session;

  /** Positions that the kernel's open unit sets. */
  private final Map<String, Bytes> noted = new HashMap<>();

  private final Map<String, Bytes> requestedPositions = new LinkedHashMap<>();
  private boolean isOpen;
  private @Nullable TransactionStep step;
  private String transaction = "";

  SourceUnits(OperationSink sink, Kernel kernel, Bytes session) {
    this.sink = sink;
    this.kernel = kernel;
    this.session = session;
  }

  boolean isOpen() {
    return isOpen;
  }

  Map<String, Bytes> requestedPositions() {
    return requestedPositions;
  }

  /** Applies the positions after the kernel's unit was published. */
  void published() {
    noted.clear();
    step = null;
  }

  /** Discards the positions after the kernel's unit was dropped. */
  void dropped() {
    noted.clear();
    isOpen = false;
    step = null;
  }

  /** Ends the kernel's unit with a last position, and with the client's step of a transaction. */
  void publish(String source, Bytes position) {
    if (step == null) {
      sink.position(source, position);
      return;
    }
    sink.note(source, position, NO_IDS);
    try {
      sink.endUnit(step, transaction);
    } catch (ColophonException e) {
      if (e.code().type() != ErrorType.USER && e.code() != ErrorCode.LIMIT_REACHED) {
        throw e;
      }
      throw new RefusedStepException(e);
    }
  }

  @Override
  public void end(TransactionStep taken, String id) {
    if (taken == TransactionStep.PREPARE) {
      requireOpen();
    }
    isOpen = false;
    step = taken;
    transaction = id;
  }

  @Override
  public void begin() {
    if (isOpen) {
      throw new BadLineException("a unit is open already: end it with a position first");
    }
    isOpen = true;
  }

  @Override
  public void note(String source, Bytes position) {
    requireOpen();
    keep(source, position);
  }

  @Override
  public void end(String source, Bytes position) {
    requireOpen();
    keep(source, position);
    isOpen = false;
  }

  private void requireOpen() {
    if (!isOpen) {
      throw new BadLineException("no unit is open: begin one first");
    }
  }

  private void keep(String source, Bytes position) {
    try {
      checkName(source, position);
      checkClaim(source, position);
      noteNow(source, position);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT && e.code() != ErrorCode.LIMIT_REACHED) {
        throw e;
      }
      throw new RejectedUnitException(e.getMessage());
    }
  }

  private static void checkName(String source, Bytes position) {
    PositionLimits.check(StoredPosition.claim(source), position);
    if (StoredPosition.isReserved(source)) {
      throw ErrorCode.BAD_INPUT.exception(
          "the name '%s' is reserved for the service: choose another name"
              .formatted(Bytes.of(source).display()));
    }
  }

  private void checkClaim(String source, Bytes position) {
    String claim = StoredPosition.claim(source);
    Bytes claimant = now(claim);
    if (claimant.isEmpty()) {
      return;
    }
    if (position.isEmpty()) {
      noteNow(claim, Bytes.EMPTY);
    } else if (!claimant.equals(session)) {
      throw new RejectedUnitException(
          "another program has requested the position of '%s' since then, and resumes there"
              .formatted(Bytes.of(source).display()));
    }
  }

  @Override
  public void sendPosition(String source) {
    if (isOpen) {
      throw new BadLineException("a unit is open: request the position before the unit begins");
    }
    checkName(source, Bytes.EMPTY);
    kernel.requireUnclaimed(source);
    noteNow(StoredPosition.claim(source), session);
    answer(source);
  }

  /** Answers a repeated request for a position. */
  void answer(String source) {
    requestedPositions.put(source, now(source));
  }

  private void noteNow(String name, Bytes position) {
    sink.note(name, position, NO_IDS);
    noted.put(name, position);
  }

  private Bytes now(String name) {
    Bytes latest = noted.get(name);
    return latest == null ? kernel.position(name) : latest;
  }

  /** Refusal of a step of a transaction. The step's unit is dropped, and later lines follow. */
  static final class RefusedStepException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    RefusedStepException(ColophonException cause) {
      super(cause.getMessage(), cause);
      this.code = cause.code();
    }

    ErrorCode code() {
      return code;
    }
  }

  /** Rejection of a client's unit, with the reason. The request ends before the unit. */
  static final class RejectedUnitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RejectedUnitException(String message) {
      super(message, null, false, false);
    }
  }
}
