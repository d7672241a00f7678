// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import org.colophon.core.error.ErrorCode;

/** Causes of an incomplete capture. Codes are durable: never renumber. */
public enum GapCause {
  /** Input that the reporter could not decode. */
  UNDECODABLE(0, "input that could not be decoded"),
  /** The source reported that it lost events. */
  EVENTS_LOST(1, "events lost by the source"),
  /** io_uring: reads and writes happen without system calls. */
  IO_URING(2, "io_uring in use: its reads and writes are not seen"),
  /** The process ran, or had mapped or opened objects, before it was watched. */
  STARTED_BEFORE(3, "running before it was watched"),
  /** Operations were dropped because the kernel was overloaded and the reporter does not wait. */
  DROPPED(4, "operations dropped under overload"),
  /** Damaged journal bytes were skipped. */
  JOURNAL_DAMAGE(5, "damaged journal entries skipped"),
  /** The process was no longer watched: it was detached, or its tracer ended first. */
  LOST_SIGHT(6, "no longer watched"),
  /** A call with an effect that the reporter does not know. */
  UNKNOWN_CALL(7, "calls of unknown effect"),
  /** Retention removed records. The process is a placeholder for everything that was removed. */
  PRUNED(8, "pruned: older records are no longer kept"),
  /** A traced set-user-id, set-group-id or capability program ran with its caller's privileges. */
  PRIVILEGE_LOST(9, "set-id or capability programs ran without their privilege"),
  /** The tool that follows bytes did not run the program, or could not write its log. */
  NOT_FOLLOWED(10, "programs whose bytes are not followed, such as set-user-id programs"),
  /** The tool that follows bytes could not run instructions, so the program failed. */
  UNKNOWN_INSTRUCTION(11, "instructions that Valgrind cannot run, such as AVX-512: SIGILL"),
  /** A mount or the program itself reported some accesses, and no tracer saw the others. */
  NOT_TRACED(12, "programs that no tracer watched: may have read elsewhere"),
  /** The history is a copy that does not grow, so its end is unknown. Never stored. */
  COPY_STOPPED(13, "this copy of the history has stopped: status of its service has the reason"),
  /** A path may have led to another file: in another mount namespace, or by another hard link. */
  KNOWN_BY_NAME(14, "files known by name only: their names may have led to other files"),
  /** An answer needed data that the store holds no longer, or only damaged. Never stored. */
  STORE_DAMAGE(15, "damaged data of the store");

  private static final GapCause[] BY_CODE = values();

  private final int code;
  private final String text;

  GapCause(int code, String text) {
    this.code = code;
    this.text = text;
  }

  public int code() {
    return code;
  }

  /** Returns the cause as text for users. */
  public String text() {
    return text;
  }

  /** Returns the cause for a durable code. */
  public static GapCause of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw ErrorCode.STORE_CORRUPT.exception("unknown gap cause code " + code);
    }
    return BY_CODE[code];
  }
}
