// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.testing.contract.RecordBatchBuilder;

/**
 * A fact of a random history, with the LSN at which it is recorded. The slow reference replays a
 * list of steps.
 */
record Step(
    Kind kind,
    int process,
    int object,
    int other,
    AccessMode mode,
    LinkKind link,
    long first,
    long last) {

  enum Kind {
    ACCESS,
    CUT,
    LINK,
    DERIVATION,
    EXIT
  }

  static Step access(AccessMode mode, int process, int object, long first, long last) {
    return new Step(Kind.ACCESS, process, object, 0, mode, null, first, last);
  }

  static Step cut(int process, int object, long begin, long end) {
    return new Step(Kind.CUT, process, object, 0, null, null, begin, end);
  }

  static Step link(LinkKind kind, int effect, int cause, long lsn) {
    return new Step(Kind.LINK, effect, 0, cause, null, kind, lsn, lsn);
  }

  static Step derivation(int effect, int cause, long lsn) {
    return new Step(Kind.DERIVATION, 0, effect, cause, null, null, lsn, lsn);
  }

  static Step exit(int process, long lsn) {
    return new Step(Kind.EXIT, process, 0, 0, null, null, lsn, lsn);
  }

  /**
   * Records the step. For an interval that ends later, records only its start. Records a cut at its
   * end.
   */
  void tellBegin(RecordBatchBuilder history) {
    history.at(kind == Kind.CUT ? last : first);
    switch (kind) {
      case ACCESS -> {
        if (first == last) {
          history.access(operation(), process, object, 1);
        } else {
          history.open(operation(), process, object, 1);
        }
      }
      case CUT -> history.cut(process, object, first);
      case LINK -> history.link(link, process, other);
      case DERIVATION -> history.derivation(object, other, 0);
      case EXIT -> history.exit(process, 0);
    }
  }

  boolean hasEnd() {
    return kind == Kind.ACCESS && last != first && last != Lsn.OPEN;
  }

  void tellEnd(RecordBatchBuilder history) {
    history.at(last).interval(mode, process, object, first, last, 2, 2);
  }

  private OperationKind operation() {
    return switch (mode) {
      case READ -> OperationKind.READ;
      case WRITE -> OperationKind.WRITE;
      case CODE -> OperationKind.LOAD;
      case TOUCH -> OperationKind.METADATA;
      default -> OperationKind.RENAME;
    };
  }
}
