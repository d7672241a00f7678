// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.SoftwarePackage;

/** A run with its packages, and the identifiers that both kinds of documents use. Immutable. */
final class RunFacts {
  /** Namespace of the UUIDs of runs, itself a random UUID. */
  private static final UUID NAMESPACE = UUID.fromString("a8fd3ce2-4f2c-4a56-8a39-5f2b8d6a1e07");

  private static final int BYTES_OF_UUID = 16;

  private final RecordedRun run;
  private final Surroundings surroundings;
  private final Map<Integer, Integer> packages = new HashMap<>();

  RunFacts(RecordedRun run, Surroundings surroundings) {
    this.run = run;
    this.surroundings = surroundings;
    for (int i = 0; i < surroundings.packages().size(); i++) {
      for (int file : surroundings.packages().get(i).files()) {
        if (run.files().get(file).role() == Role.INPUT) {
          packages.putIfAbsent(file, i);
        }
      }
    }
  }

  RecordedRun run() {
    return run;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /**
   * Returns the UUID of a document, version 5 of RFC 9562. The history of a store never changes, so
   * its id, the LSN and the described things determine the facts of the run.
   *
   * @param more distinguishes documents about the same run
   */
  UUID uuid(String... more) {
    List<String> names = new ArrayList<>(List.of(run.store(), "" + run.lsn()));
    run.programs().forEach(each -> names.add(each.key()));
    run.files().forEach(each -> names.add(each.key()));
    names.addAll(run.gaps());
    surroundings.packages().forEach(each -> names.add(each.purl() + each.changed()));
    names.addAll(surroundings.differences());
    names.add(surroundings.tool() + surroundings.revision());
    names.addAll(List.of(more));
    byte[] text = String.join("\0", names).getBytes(StandardCharsets.UTF_8);
    byte[] namespace =
        ByteBuffer.allocate(BYTES_OF_UUID)
            .putLong(NAMESPACE.getMostSignificantBits())
            .putLong(NAMESPACE.getLeastSignificantBits())
            .array();
    ByteBuffer hash =
        ByteBuffer.wrap(
            DigestUtils.updateDigest(DigestUtils.getSha1Digest(), namespace).digest(text));
    return new UUID(
        (hash.getLong() & 0xffffffffffff0fffL) | 0x5000L,
        (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L);
  }

  /** Returns the id of a file, or of the package that an input comes from. */
  String owner(int file) {
    Integer found = packages.get(file);
    return found == null ? file(file) : packageId(found);
  }

  boolean isPackaged(int file) {
    return packages.containsKey(file);
  }

  static String file(int file) {
    return "file-" + file;
  }

  static String program(int program) {
    return "program-" + program;
  }

  static String packageId(int index) {
    return "package-" + index;
  }

  Stream<Use> uses(int program, Set<How> how) {
    return run.uses().stream()
        .filter(each -> each.program() == program && how.contains(each.how()));
  }

  /** Returns the indexes of files of a role. */
  List<Integer> files(Role role) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < run.files().size(); i++) {
      if (run.files().get(i).role() == role) {
        found.add(i);
      }
    }
    return found;
  }

  /** Returns whether a program of the run is a file of a package. */
  boolean isExecuted(SoftwarePackage each) {
    Set<String> executables =
        run.programs().stream().map(Program::executable).collect(Collectors.toSet());
    return each.files().stream()
        .anyMatch(file -> executables.contains(run.files().get(file).name()));
  }

  /** Returns the name of a file, or the key of one without a name. */
  static String name(RunFile file) {
    return file.name().isEmpty() ? file.key() : file.name();
  }

  /** Returns reasons why the statements are not complete; empty if none is known. */
  List<String> incomplete() {
    List<String> reasons = new ArrayList<>(run.gaps());
    if (run.running()) {
      reasons.add("a program of the run had not ended");
    }
    return reasons;
  }
}
