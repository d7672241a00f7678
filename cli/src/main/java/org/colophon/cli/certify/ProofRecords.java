// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.AccessMode;

/**
 * Finds the LSNs of the records that prove an object's origin: its last write, its name, and the
 * program that wrote it.
 */
final class ProofRecords implements FrameVisitor {
  private final RecordDecoder decoder = new RecordDecoder();
  private final Set<Long> objects;
  private final long untilLsn;
  private final Map<Long, Long> programs = new HashMap<>();
  private final Map<Long, Write> writes = new HashMap<>();
  private final Map<Long, Long> names = new HashMap<>();

  private record Write(long lsn, long process) {}

  /**
   * Prepares to find the records of objects.
   *
   * @param untilLsn the last LSN that counts
   */
  ProofRecords(Set<Long> objects, long untilLsn) {
    this.objects = Set.copyOf(objects);
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
      case OBJECT, BIND, RENAME -> noteName();
      case ACCESS -> noteWrite(decoder.operationKind().mode() == AccessMode.WRITE);
      case INTERVAL -> noteWrite(decoder.accessMode() == AccessMode.WRITE);
      case CUT, DERIVATION -> noteWrite(true);
      default -> {}
    }
  }

  private void noteName() {
    if (objects.contains(decoder.object())) {
      names.put(decoder.object(), decoder.lsn());
    }
  }

  private void noteWrite(boolean isWrite) {
    if (isWrite && objects.contains(decoder.object())) {
      writes.put(decoder.object(), new Write(decoder.lsn(), decoder.process()));
    }
  }

  /** Returns the LSN of the record with a process's program. */
  Optional<Long> program(long process) {
    return Optional.ofNullable(programs.get(process));
  }

  /** Returns the LSNs of the records about an object, by their purpose. */
  Map<String, Long> about(long object) {
    Map<String, Long> found = new LinkedHashMap<>();
    Write write = writes.get(object);
    if (write != null) {
      found.put("write", write.lsn());
    }
    if (names.containsKey(object)) {
      found.put("name", names.get(object));
    }
    if (write != null) {
      program(write.process()).ifPresent(lsn -> found.put("program", lsn));
    }
    return found;
  }

  /**
   * Returns the LSNs of the records about an object or a process.
   *
   * @param type type of its PROV element
   * @param id id of its PROV element
   */
  Set<Long> about(String type, long id) {
    Set<Long> lsns = new TreeSet<>();
    if (type.equals("process")) {
      program(id).ifPresent(lsns::add);
    } else {
      Map<String, Long> found = about(id);
      found.remove("program");
      lsns.addAll(found.values());
    }
    return lsns;
  }
}
