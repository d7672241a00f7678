// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Names of objects and processes in proven records. */
record ProvenNames(Map<Long, String> objects, Map<Long, String> processes) {
  static ProvenNames of(List<CheckedProof> proofs) {
    ProvenNames names = new ProvenNames(new HashMap<>(), new HashMap<>());
    proofs.stream()
        .map(CheckedProof::proven)
        .filter(Objects::nonNull)
        .forEach(each -> names.add(each.record()));
    return names;
  }

  private void add(RecordDecoder record) {
    switch (record.type()) {
      case PROCESS ->
          processes.put(record.process(), record.processDeclaration().executable().display());
      case OBJECT -> {
        Bytes label = record.objectDeclaration().label();
        Bytes name = label.isEmpty() ? record.objectDeclaration().identity() : label;
        objects.putIfAbsent(record.object(), name.display());
      }
      case BIND -> objects.put(record.object(), record.path().display());
      case RENAME -> objects.put(record.object(), record.toPath().display());
      default -> {}
    }
  }

  String object(long id) {
    return "object " + id + name(objects.get(id));
  }

  String process(long id) {
    return "process " + id + name(processes.get(id));
  }

  private static String name(@Nullable String name) {
    return name == null ? "" : " (" + name + ")";
  }
}
