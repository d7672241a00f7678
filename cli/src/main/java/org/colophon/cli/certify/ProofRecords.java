package org.colophon.cli.certify;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.AccessMode;

/**
 * Finds the records that tell how an object got its content: the last write, its name then, and the
 * program that wrote.
 */
final class ProofRecords implements FrameVisitor {
  private final RecordDecoder decoder = new RecordDecoder();
  private final long object;
  private final long untilLsn;
  private final Map<Long, Long> programs = new LinkedHashMap<>();
  private long writeLsn;
  private long writer;
  private long nameLsn;

  /**
   * Looks for an object.
   *
   * @param untilLsn records behind it are left out
   */
  ProofRecords(long object, long untilLsn) {
    this.object = object;
    this.untilLsn = untilLsn;
  }

  @Override
  public void visit(byte[] bytes, int at) {
    decoder.reset(bytes, at);
    while (decoder.next()) {
      if (decoder.lsn() <= untilLsn) {
        note();
      }
    }
  }

  private void note() {
    switch (decoder.type()) {
      case PROCESS -> programs.put(decoder.process(), decoder.lsn());
      case OBJECT, BIND, RENAME -> nameLsn = decoder.object() == object ? decoder.lsn() : nameLsn;
      case ACCESS -> noteWrite(decoder.operationKind().mode() == AccessMode.WRITE);
      case INTERVAL -> noteWrite(decoder.accessMode() == AccessMode.WRITE);
      case CUT, DERIVATION -> noteWrite(true);
      default -> {}
    }
  }

  private void noteWrite(boolean isWrite) {
    if (isWrite && decoder.object() == object) {
      writeLsn = decoder.lsn();
      writer = decoder.process();
    }
  }

  /** Returns the LSNs of the records that were found, by what they are for. */
  Map<String, Long> found() {
    Map<String, Long> lsns = new LinkedHashMap<>();
    put(lsns, "write", writeLsn);
    put(lsns, "name", nameLsn);
    put(lsns, "program", programs.getOrDefault(writer, 0L));
    return lsns;
  }

  private static void put(Map<String, Long> lsns, String role, long lsn) {
    if (lsn > 0) {
      lsns.put(role, lsn);
    }
  }
}
