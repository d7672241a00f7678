// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;

/**
 * Findings that a user has accepted: a sorted text file with one line for each, kind and path.
 * Lines that begin with # are comments. Immutable.
 */
public record Baseline(Set<String> keys) {
  /** Accepts nothing. */
  public static final Baseline EMPTY = new Baseline(Set.of());

  private static final String HEAD =
      "# Findings that 'colophon check --baseline' accepts: kind, and path relative to the run's"
          + " directory.\n";
  private static final Set<String> KINDS =
      Stream.of(FindingKind.values())
          .filter(each -> each != FindingKind.CANNOT_TELL)
          .map(FindingKind::id)
          .collect(Collectors.toCollection(TreeSet::new));

  public Baseline {
    keys = Set.copyOf(keys);
  }

  /**
   * Parses a file.
   *
   * @param source name of the file, for messages
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST with the line
   */
  public static Baseline parse(String source, String text) {
    Set<String> keys = new TreeSet<>();
    int number = 0;
    for (String line : text.split("\r?\n", -1)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int space = line.indexOf(' ');
      if (space < 0 || space == line.length() - 1 || !KINDS.contains(line.substring(0, space))) {
        throw ErrorCode.BAD_REQUEST.exception(
            "%s:%d: not a finding 'KIND PATH', with a kind of %s; --write-baseline writes such a file"
                .formatted(source, number, KINDS));
      }
      keys.add(line);
    }
    return new Baseline(keys);
  }

  /** Returns the text of a file that accepts findings. */
  public static String text(Collection<Finding> findings) {
    return findings.stream()
        .map(Finding::key)
        .sorted()
        .distinct()
        .map(each -> each + "\n")
        .collect(Collectors.joining("", HEAD, ""));
  }
}
