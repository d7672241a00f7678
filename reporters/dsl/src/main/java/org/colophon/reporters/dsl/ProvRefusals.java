package org.colophon.reporters.dsl;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Rejected parts of a document. Problems found while reading are held until the end, because a file
 * that is not a document must not leave a gap.
 */
final class ProvRefusals {
  /** Limit of problems kept with their reasons. */
  private static final int MOST_HELD = 1_000;

  private record Refusal(String where, String problem) {}

  private final OperationSink sink;
  private final String place;
  private final List<Refusal> held = new ArrayList<>();
  private long left;
  private long told;

  /**
   * @param place name of the document for messages
   */
  ProvRefusals(OperationSink sink, String place) {
    this.sink = sink;
    this.place = place;
  }

  /** Keeps a problem. */
  void hold(String where, String problem) {
    if (held.size() < MOST_HELD) {
      held.add(new Refusal(where, problem));
    } else {
      left++;
    }
  }

  /** Throws if any problem is held and nothing was readable. */
  void refuseForeign() {
    if (!held.isEmpty()) {
      Refusal first = held.get(0);
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "%s is no document in PROV-JSON: nothing in it belongs to one (at %s: %s)"
                  .formatted(place, first.where(), first.problem())
              + "; if another reporter can read it, give that one's name");
    }
  }

  /** Reports held problems. */
  void release() {
    held.forEach(each -> tell(each.where(), each.problem()));
    for (long i = 0; i < left; i++) {
      tell("", "is refused as others were before it");
    }
    held.clear();
    left = 0;
  }

  /** Reports a problem at once. */
  void tell(String where, String problem) {
    told++;
    sink.refuse(where.isEmpty() ? place : place + ":" + where, problem);
  }

  /** Records a gap for all reported problems. */
  void end() {
    if (told > 0) {
      sink.gap(0, GapCause.UNDECODABLE, told, 0);
    }
  }
}
