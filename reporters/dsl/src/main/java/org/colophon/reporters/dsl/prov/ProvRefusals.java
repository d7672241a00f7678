// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Rejected parts of a document. Problems found while the document is read are reported at the end,
 * because a file that is not a PROV-JSON document must not cause a gap.
 */
public final class ProvRefusals {
  /** Limit of problems kept with their reasons. */
  private static final int MAX_HELD = 1_000;

  private static final int MAX_SHOWN_BYTES = 40;

  private record Refusal(String where, String problem) {}

  private final OperationSink sink;
  private final String place;
  private final List<Refusal> held = new ArrayList<>();
  private long left;
  private long reported;

  /**
   * @param place name of the document for messages
   */
  public ProvRefusals(OperationSink sink, String place) {
    this.sink = sink;
    this.place = place;
  }

  /** Stores a problem until {@link #release}. */
  public void hold(String where, String problem) {
    if (held.size() < MAX_HELD) {
      held.add(new Refusal(where, problem));
    } else {
      left++;
    }
  }

  /** Throws if there are stored problems. Called if no part of the document was readable. */
  public void rejectForeign() {
    if (!held.isEmpty()) {
      Refusal first = held.get(0);
      throw ErrorCode.BAD_REQUEST.exception(
          "%s is not a PROV-JSON document: no part of it is valid (at %s: %s)"
                  .formatted(place, first.where(), first.problem())
              + "; if another reporter can read it, name that reporter");
    }
  }

  /** Reports the stored problems. */
  public void release() {
    held.forEach(each -> report(each.where(), each.problem()));
    for (long i = 0; i < left; i++) {
      report("", "is rejected like those before it");
    }
    held.clear();
    left = 0;
  }

  public void report(String where, String problem) {
    reported++;
    sink.refuse(where.isEmpty() ? place : place + ":" + where, problem);
  }

  /** Records a gap for all reported problems. */
  public void end() {
    if (reported > 0) {
      sink.gap(0, GapCause.UNDECODABLE, reported, 0);
    }
  }

  /**
   * Calls the sink with data that may be too long.
   *
   * @param name of the element or relation in the document
   */
  void attempt(String name, Runnable call) {
    try {
      call.run();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) {
        throw e;
      }
      Bytes whole = Bytes.of(name);
      report(whole.slice(0, Math.min(whole.length(), MAX_SHOWN_BYTES)).display(), e.getMessage());
    }
  }
}
