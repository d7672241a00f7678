// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.colophon.query.document.RecordedRun;

/**
 * Result of a check. Immutable.
 *
 * @param directory the run's directory; empty if its programs started in several
 * @param checked number of files that were compared
 * @param findings findings that fail the check; ordered by kind and name
 * @param warnings unused declarations, unless they fail the check
 * @param accepted findings that the baseline accepts
 * @param outdated lines of the baseline that no longer occur; sorted
 */
public record CheckResult(
    RecordedRun run,
    String directory,
    int checked,
    List<Finding> findings,
    List<Finding> warnings,
    List<Finding> accepted,
    List<String> outdated) {
  /** The answer of a check, in the order of precedence. */
  public enum Verdict {
    /** Something is not declared. */
    UNDECLARED,
    /** Nothing undeclared was found, but the capture is incomplete. */
    CANNOT_TELL,
    /** Everything is declared. */
    DECLARED;

    /** Returns the name in documents, such as {@code cannot-tell}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public CheckResult {
    findings = List.copyOf(findings);
    warnings = List.copyOf(warnings);
    accepted = List.copyOf(accepted);
    outdated = List.copyOf(outdated);
  }

  /** Returns the verdict. */
  public Verdict verdict() {
    if (!findings.isEmpty()) {
      return Verdict.UNDECLARED;
    }
    return run.isComplete() ? Verdict.DECLARED : Verdict.CANNOT_TELL;
  }

  /** Returns a copy whose findings are all accepted. */
  public CheckResult acceptingAll() {
    List<Finding> all =
        Stream.concat(findings.stream(), accepted.stream()).sorted(RunCheck.ORDER).toList();
    return new CheckResult(run, directory, checked, List.of(), warnings, all, List.of());
  }
}
