package org.colophon.storage.neo4j.write;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.storage.neo4j.facts.NodeProperties;

/** A copy of a record other than an access; {@link RecordType} lists the fields of each type. */
final class WindowRecord {
  final RecordType type;
  final long lsn;
  final long timeNanos;
  long process;
  long object;
  long cause;
  LinkKind linkKind;
  GapCause gapCause;
  long count;
  long beginLsn;
  int status;
  Bytes path;
  Bytes toPath;
  String label;
  Bytes data;
  ProcessDeclaration processDeclaration;
  ObjectDeclaration objectDeclaration;

  private WindowRecord(RecordBatch r) {
    this.type = r.type();
    this.lsn = r.lsn();
    this.timeNanos = r.timeNanos();
  }

  static WindowRecord of(RecordBatch r) {
    WindowRecord copy = new WindowRecord(r);
    switch (r.type()) {
      case PROCESS -> copy.process(r).processDeclaration = r.processDeclaration();
      case OBJECT -> copy.object(r).objectDeclaration = r.objectDeclaration();
      case LINK -> copy.process(r).cause(r).linkKind = r.linkKind();
      case DERIVATION -> copy.process(r).object(r).cause(r);
      case CUT -> copy.process(r).object(r).beginLsn = r.beginLsn();
      case EXIT -> copy.process(r).status = r.status();
      case BIND, UNBIND -> copy.object(r).path = r.path();
      case RENAME -> copy.object(r).paths(r);
      case EXCHANGE -> copy.paths(r);
      case EXTENDED -> copy.process(r).object(r).label(r).data = r.data();
      case SNAPSHOT -> copy.label(r);
      case GAP -> copy.process(r).gap(r);
      case ACCESS, INTERVAL -> throw new AssertionError(r.type());
    }
    return copy;
  }

  private WindowRecord process(RecordBatch r) {
    process = r.process();
    return this;
  }

  private WindowRecord object(RecordBatch r) {
    object = r.object();
    return this;
  }

  private WindowRecord cause(RecordBatch r) {
    cause = r.cause();
    return this;
  }

  private WindowRecord label(RecordBatch r) {
    label = r.label();
    return this;
  }

  private void paths(RecordBatch r) {
    path = r.path();
    toPath = r.toPath();
  }

  private void gap(RecordBatch r) {
    gapCause = r.gapCause();
    count = r.count();
  }

  /** Returns the approximate size of the copy in bytes. */
  long weight() {
    long weight = 200;
    weight += path == null ? 0 : path.length();
    weight += toPath == null ? 0 : toPath.length();
    weight += data == null ? 0 : data.length();
    weight += processDeclaration == null ? 0 : NodeProperties.weight(processDeclaration);
    weight += objectDeclaration == null ? 0 : NodeProperties.weight(objectDeclaration);
    return weight;
  }
}
