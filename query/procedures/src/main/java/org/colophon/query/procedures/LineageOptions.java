// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.jspecify.annotations.Nullable;

/** The options of a procedure call. An error message names the wrong option. */
final class LineageOptions {
  private static final String AS_OF = "asOf";
  private static final String DEPTH = "depth";
  private static final String DATA_ONLY = "dataOnly";
  private static final String CODE = "code";
  private static final String LIMIT = "limit";
  private static final String HIDE = "hide";
  private static final String FOLD = "fold";
  private static final String MINE = "mine";

  /** The options of ancestors and descendants. */
  static final Set<String> LINEAGE = Set.of(AS_OF, DEPTH, DATA_ONLY, CODE, LIMIT, HIDE, FOLD, MINE);

  /** The options of why, which ignores depth and directories. */
  static final Set<String> WHY = Set.of(AS_OF, DATA_ONLY, CODE, LIMIT, HIDE, FOLD);

  private final Map<String, Object> options;

  LineageOptions(Map<String, Object> options, Set<String> allowed) {
    this.options = options == null ? Map.of() : options;
    TreeSet<String> unknown = new TreeSet<>(this.options.keySet());
    unknown.removeAll(allowed);
    if (!unknown.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "there is no option %s; use %s"
              .formatted(String.join(", ", unknown), String.join(", ", new TreeSet<>(allowed))));
    }
  }

  /** Returns the value as given, or null. */
  @Nullable Object asOf() {
    return options.get(AS_OF);
  }

  void applyTo(LineageQuery.Builder query) {
    query
        .maxDepth(number(DEPTH, LineageQuery.UNLIMITED, 0))
        .maxNodes(number(LIMIT, LineageQuery.DEFAULT_MAX_NODES, 1))
        .dataOnly(flag(DATA_ONLY, false))
        .includeCode(flag(CODE, true))
        .folded(flag(FOLD, false))
        .mine(directory());
    globs().forEach(query::hide);
  }

  /**
   * Requires a complete answer unless the caller set a limit.
   *
   * @throws ColophonException LIMIT_REACHED for an incomplete answer
   */
  void requireWhole(LineageSummary summary) {
    if (summary.beyondCount() > 0 && options.get(LIMIT) == null) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the lineage has more than %d nodes; bound it by the options depth, dataOnly or hide, or"
                  .formatted(LineageQuery.DEFAULT_MAX_NODES)
              + " set limit to the number you want");
    }
  }

  private int number(String name, int absent, int min) {
    Object value = options.get(name);
    if (value == null) {
      return absent;
    }
    if (value instanceof Long number && number >= min && number <= Integer.MAX_VALUE) {
      return number.intValue();
    }
    throw refused(name, value, "an integer, at least " + min);
  }

  private boolean flag(String name, boolean absent) {
    Object value = options.get(name);
    if (value == null) {
      return absent;
    }
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw refused(name, value, "true or false");
  }

  private Bytes directory() {
    Object value = options.get(MINE);
    if (value == null) {
      return Bytes.EMPTY;
    }
    if (value instanceof String path && path.startsWith("/")) {
      return Bytes.of(path);
    }
    throw refused(MINE, value, "an absolute path such as '/home/me/project'");
  }

  private List<String> globs() {
    Object value = options.get(HIDE);
    if (value == null) {
      return List.of();
    }
    if (value instanceof String glob) {
      return List.of(glob);
    }
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw refused(HIDE, value, "a list of texts such as '/usr/**'");
  }

  private static ColophonException refused(String name, Object value, String wanted) {
    return ErrorCode.BAD_REQUEST.exception(
        "the option %s is %s; it must be %s".formatted(name, value, wanted));
  }
}
