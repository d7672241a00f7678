// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * A difference between a run and its declarations. Immutable.
 *
 * @param path the file relative to the run's directory, the connection, or the declaration
 * @param name the absolute name, or the declaration
 * @param source place of an unused declaration; empty for other kinds
 * @param line line number of an unused declaration from 1; 0 if it has none
 * @param programs executables of the programs that used the file, in the order of their starts
 * @param chain names of files and programs from an input to one output; empty if unknown
 */
public record Finding(
    FindingKind kind,
    String path,
    String name,
    String source,
    int line,
    List<String> programs,
    List<String> chain) {
  public Finding {
    programs = List.copyOf(programs);
    chain = List.copyOf(chain);
  }

  /** Returns the line of a baseline: kind and path, as terminal-safe text. */
  public String key() {
    return kind.id() + " " + Bytes.of(path).display();
  }

  /** Returns the place of an unused declaration: file and line, or an option; else empty. */
  public String place() {
    return line == 0 ? source : source + ":" + line;
  }

  /** Returns the names of the programs without directories. */
  public List<String> programNames() {
    return programs.stream().map(Finding::lastPart).distinct().toList();
  }

  static String lastPart(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
