package org.colophon.reporters.dsl;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * What of a document is refused. What reading it finds is held until all is read: a file that
 * somebody mistook for a document must not leave a gap behind.
 */
final class ProvRefusals {
  /** Of more nobody reads the reasons. */
  private static final int MOST_HELD = 1_000;

  private record Refusal(String where, String problem) {}

  private final OperationSink sink;
  private final String place;
  private final List<Refusal> held = new ArrayList<>();
  private long left;
  private long told;

  /**
   * Nothing yet.
   *
   * @param place what to call the document in messages
   */
  ProvRefusals(OperationSink sink, String place) {
    this.sink = sink;
    this.place = place;
  }

  /** Keeps one. */
  void hold(String where, String problem) {
    if (held.size() < MOST_HELD) {
      held.add(new Refusal(where, problem));
    } else {
      left++;
    }
  }

  /** Throws if anything is held: nothing of the document is what it should be. */
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

  /** Tells what is held. */
  void release() {
    held.forEach(each -> tell(each.where(), each.problem()));
    for (long i = 0; i < left; i++) {
      tell("", "is refused as others were before it");
    }
    held.clear();
    left = 0;
  }

  /** Tells one at once. */
  void tell(String where, String problem) {
    told++;
    sink.refuse(where.isEmpty() ? place : place + ":" + where, problem);
  }

  /** Leaves a gap for all that were told. */
  void end() {
    if (told > 0) {
      sink.gap(0, GapCause.UNDECODABLE, told, 0);
    }
  }
}
