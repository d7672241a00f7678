package org.colophon.service.ingest;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** The fields of one line, reused for the next. */
final class OperationLine {
  String op;
  String id;
  String kind;
  String phase;
  final Reference process = new Reference();
  final Reference object = new Reference();
  final Reference effect = new Reference();
  final Reference cause = new Reference();
  String causeWord;
  Bytes path;
  Bytes from;
  Bytes to;
  Bytes identity;
  Bytes label;
  Bytes executable;
  Bytes directory;
  Bytes data;
  final List<Bytes> arguments = new ArrayList<>();
  String type;
  String source;
  Bytes position;
  final IdsInPosition ids = new IdsInPosition();
  String place;
  String problem;
  long pid;
  long start;
  long bytes;
  long count;
  long status;
  long time;

  /** What names a process or object: an id of the client's own, or a global one. */
  static final class Reference {
    String local;
    long global;

    boolean isGiven() {
      return local != null || global != 0;
    }

    private void clear() {
      local = null;
      global = 0;
    }
  }

  void clear() {
    op = null;
    id = null;
    kind = null;
    phase = null;
    process.clear();
    object.clear();
    effect.clear();
    cause.clear();
    causeWord = null;
    path = null;
    from = null;
    to = null;
    identity = Bytes.EMPTY;
    label = Bytes.EMPTY;
    executable = Bytes.EMPTY;
    directory = Bytes.EMPTY;
    data = Bytes.EMPTY;
    arguments.clear();
    type = null;
    source = null;
    position = null;
    ids.clear();
    place = null;
    problem = null;
    pid = 0;
    start = 0;
    bytes = 0;
    count = 1;
    status = 0;
    time = 0;
  }
}
