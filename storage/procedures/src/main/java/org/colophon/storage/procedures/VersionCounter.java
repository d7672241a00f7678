package org.colophon.storage.procedures;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.spi.storage.visitor.CutVisitor;

/** Counts the cuts of an object that certainly took effect by an LSN. */
final class VersionCounter implements CutVisitor {
  private final long asOfLsn;
  private long number;
  private Long begin;
  private Long end;

  VersionCounter(long asOfLsn) {
    this.asOfLsn = asOfLsn;
  }

  @Override
  public void cut(long process, long beginLsn, long endLsn, long timeNanos) {
    if (endLsn <= asOfLsn) {
      number++;
      begin = beginLsn;
      end = endLsn;
    }
  }

  Map<String, Object> asMap() {
    Map<String, Object> version = new HashMap<>();
    version.put("number", number);
    version.put("beginLsn", begin);
    version.put("lsn", end);
    return version;
  }
}
