// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

/** Knowledge of a history about one file of a case, compared with the truth. */
record Finding(Kind kind, Scenario scenario, String text) {
  /** Kinds of findings. */
  enum Kind {
    /** All origins that can be known are named. */
    FOUND,
    /** Nothing can be known, and nothing is named. */
    UNKNOWN,
    /** An origin that can be known is not named, and the answer tells that it has gaps. */
    MISSED,
    /** An origin is named wrongly, after a change that cannot be detected. */
    UNDETECTABLE,
    /** An origin is named wrongly, and the answer tells that the file is known by its name only. */
    KNOWN_BY_NAME,
    /** Content from before the first recording of a file has no origin of its own. */
    OLDER_CONTENT,
    FALSE_IDENTITY,
    WRONG_DIGEST,
    /** An origin is not named, and the answer looks complete. */
    FALSE_COMPLETENESS;

    boolean isWrong() {
      return compareTo(FALSE_IDENTITY) >= 0;
    }
  }
}
