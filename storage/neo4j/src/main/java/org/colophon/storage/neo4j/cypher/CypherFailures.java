// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.storage.neo4j.access.GuardedContext;
import org.jspecify.annotations.Nullable;
import org.neo4j.exceptions.LoadExternalResourceException;
import org.neo4j.exceptions.NotSystemDatabaseException;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.security.AuthorizationViolationException;
import org.neo4j.graphdb.security.URLAccessValidationError;
import org.neo4j.kernel.api.exceptions.Status;

/** Translates the failures of statements. */
final class CypherFailures {
  private static final Pattern PLACE =
      Pattern.compile("\\s*\\(line (\\d+), column (\\d+) \\(offset: \\d+\\)\\)");

  /** Number of characters of a line to show before and after the error. */
  private static final int MAX_CONTEXT = 60;

  private static final String NAMESPACE =
      "statements may create, change and delete only nodes of their own, whose labels all begin with"
          + " x_, and relationships of their own, whose types begin with x_";

  private static final String WRITES =
      "this statement would change the graph, which is only read here; with --write, " + NAMESPACE;

  private static final String CHANGES_HISTORY =
      "this statement would change recorded history, its schema or the labels of a node; "
          + NAMESPACE;

  private static final String NOT_CONFIGURED =
      "statements must not write here; to allow it, set the adapter's option cypher-write to true";

  private static final String LOADS =
      "statements read no files and no addresses, so LOAD CSV is refused; give what the statement"
          + " needs as parameters";

  private static final String ADMINISTERS =
      "statements do not administer the database: it has one user and one graph, and Colophon"
          + " starts and stops it";

  private final CypherStatement statement;
  private final GuardedContext context;

  CypherFailures(CypherStatement statement, GuardedContext context) {
    this.statement = statement;
    this.context = context;
  }

  /** Creates the failure of a statement that would write without permission. */
  static ColophonException writes() {
    return ErrorCode.BAD_REQUEST.exception(WRITES, null);
  }

  /** Creates the failure of a statement that requests writing where it is disabled. */
  static ColophonException notConfigured() {
    return ErrorCode.BAD_REQUEST.exception(NOT_CONFIGURED, null);
  }

  /** Creates the failure of a statement that is nested too deeply for the parser. */
  static ColophonException tooDeep(StackOverflowError failure) {
    return ErrorCode.BAD_REQUEST.exception("the statement is nested too deeply", failure);
  }

  /** Translates a failure of Neo4j. */
  ColophonException translate(Throwable failure) {
    ColophonException own = find(failure, ColophonException.class);
    if (own != null) {
      return new ColophonException(own.code(), own.getMessage(), failure);
    }
    String refusal = refusal(failure);
    return refusal == null ? byStatus(failure) : ErrorCode.BAD_REQUEST.exception(refusal, failure);
  }

  private @Nullable String refusal(Throwable failure) {
    if (context.triedToLoad()
        || find(failure, LoadExternalResourceException.class) != null
        || find(failure, URLAccessValidationError.class) != null) {
      return LOADS;
    }
    if (find(failure, NotSystemDatabaseException.class) != null) {
      return ADMINISTERS;
    }
    AuthorizationViolationException violation =
        find(failure, AuthorizationViolationException.class);
    if (violation == null) {
      return null;
    }
    if (String.valueOf(violation.getMessage()).startsWith("Executing admin ")) {
      return ADMINISTERS;
    }
    return context.mayWrite() ? CHANGES_HISTORY : WRITES;
  }

  private ColophonException byStatus(Throwable failure) {
    String status = status(failure);
    if (status.contains("TimedOut")) {
      return ErrorCode.LIMIT_REACHED.exception(
          "the statement took longer than its limit of %d ms; ask for less, or allow more"
              .formatted(statement.timeoutMillis()),
          failure);
    }
    if (status.endsWith(".Transaction.Terminated")) {
      return ErrorCode.INTERRUPTED.exception("the statement was ended", failure);
    }
    if (status.contains("OutOfMemory") || status.contains("MaximumTransactionLimit")) {
      return ErrorCode.LIMIT_REACHED.exception(
          "the statement needs more memory than statements may use: "
              + reason(failure)
              + "; ask for less, or allow more by the adapter's option transaction-bytes",
          failure);
    }
    return new ColophonException(code(status), located(reason(failure)), failure);
  }

  private static ErrorCode code(String status) {
    if (status.contains(".TransientError.")) {
      return ErrorCode.ADAPTER_BUSY;
    }
    return status.contains(".DatabaseError.") ? ErrorCode.ADAPTER_FAILED : ErrorCode.BAD_REQUEST;
  }

  /** Returns Neo4j's own code, such as {@code Neo.ClientError.Statement.SyntaxError}. */
  private static String status(Throwable failure) {
    String found = "";
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof Status.HasStatus status && status.status() != null) {
        found = status.status().code().serialize();
      } else if (each instanceof QueryExecutionException query) {
        found = query.getStatusCode();
      }
    }
    return found;
  }

  private static String reason(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  /** Adds the line with a caret below the engine's reason, if the reason contains a position. */
  private String located(String message) {
    Matcher place = PLACE.matcher(message);
    if (!place.find()) {
      return message;
    }
    String reason = message.substring(0, place.start());
    int line = Integer.parseInt(place.group(1));
    int column = Integer.parseInt(place.group(2));
    String[] lines = statement.text().split("\r\n|[\r\n]", -1);
    if (line < 1 || line > lines.length || column < 1) {
      return reason;
    }
    return "%s (line %d, column %d)\n%s"
        .formatted(reason, line, column, pointAt(lines[line - 1], column - 1));
  }

  private static String pointAt(String line, int at) {
    int place = Math.min(at, line.length());
    int from = Math.max(0, place - MAX_CONTEXT);
    int to = Math.min(line.length(), place + MAX_CONTEXT);
    return "  "
        + line.substring(from, to).replace('\t', ' ')
        + "\n  "
        + " ".repeat(place - from)
        + "^";
  }

  private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return type.cast(each);
      }
    }
    return null;
  }
}
