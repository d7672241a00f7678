// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.EditDistance;
import org.colophon.core.spi.storage.LineageReader;

/** Finds similar names for an unknown one, among a bounded number of names. */
public record NameSuggestions(LineageReader reader) {
  private static final int MAX_LOOKED_AT = 20_000;
  private static final int MAX_SHOWN = 3;

  /**
   * Returns {@code "; did you mean ...?"} or an empty text. If the directory is unknown too,
   * suggests similar names for it, and so on upwards.
   */
  public String suggest(Bytes path) {
    Bytes wanted = path;
    while (wanted.length() > 1 && wanted.at(0) == '/') {
      List<Candidate> found = near(wanted);
      if (!found.isEmpty()) {
        return found.get(0).distance() == 0 ? "" : question(found);
      }
      wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('/')));
    }
    return "";
  }

  private static String question(List<Candidate> found) {
    return found.stream()
        .map(candidate -> candidate.path().display())
        .distinct()
        .limit(MAX_SHOWN)
        .collect(Collectors.joining(", ", "; did you mean ", "?"));
  }

  private List<Candidate> near(Bytes path) {
    int slash = path.lastIndexOf('/');
    Bytes directory = path.slice(0, slash + 1);
    Bytes name = path.slice(slash + 1, path.length());
    List<Candidate> found = new ArrayList<>();
    reader.pathsFrom(
        directory,
        MAX_LOOKED_AT,
        (candidate, object) -> addSimilar(candidate, directory, name, found));
    found.sort(Comparator.comparingInt(Candidate::distance));
    return found;
  }

  private static void addSimilar(Bytes path, Bytes directory, Bytes name, List<Candidate> found) {
    int end = path.indexOf('/', directory.length());
    Bytes part = path.slice(directory.length(), end < 0 ? path.length() : end);
    int limit = 1 + name.length() / 3;
    int distance = EditDistance.of(part, name, limit);
    if (distance <= limit) {
      found.add(new Candidate(path.slice(0, directory.length() + part.length()), distance));
    }
  }

  private record Candidate(Bytes path, int distance) {}
}
