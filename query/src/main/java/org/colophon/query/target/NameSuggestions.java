package org.colophon.query.target;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
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
        directory, MAX_LOOKED_AT, (candidate, object) -> look(candidate, directory, name, found));
    found.sort(Comparator.comparingInt(Candidate::distance));
    return found;
  }

  private static void look(Bytes path, Bytes directory, Bytes name, List<Candidate> found) {
    int end = path.indexOf('/', directory.length());
    Bytes part = path.slice(directory.length(), end < 0 ? path.length() : end);
    int limit = 1 + name.length() / 3;
    int distance = distance(part, name, limit);
    if (distance <= limit) {
      found.add(new Candidate(path.slice(0, directory.length() + part.length()), distance));
    }
  }

  /** Returns the edit distance, or any larger number if it exceeds the limit. */
  public static int distance(Bytes a, Bytes b, int limit) {
    if (Math.abs(a.length() - b.length()) > limit) {
      return limit + 1;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.at(i - 1) == b.at(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  private record Candidate(Bytes path, int distance) {}
}
