// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Sql;
import org.jspecify.annotations.Nullable;

/**
 * The job of a connection to a database, or of its unit of work. Names depend only on statements,
 * tables, server and user, so they are the same in each run. Immutable.
 */
record SqlJob(Sql sql, boolean isSession) {
  /** Maximum number of words and of tables in a name. */
  private static final int MAX_NAMED = 3;

  private static final int MAX_QUERY = 1 << 16;
  private static final int DIGEST_BYTES = 4;
  private static final String ROWS = SqlMarks.ROWS.toString();
  private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

  /** Returns the job of a program; null if it is a command. */
  static @Nullable SqlJob of(Program program) {
    Sql sql = program.sql();
    return sql == null ? null : new SqlJob(sql, sql.session().equals(program.key()));
  }

  /** Returns whether a program is a transaction, or a statement outside one. */
  static boolean isUnit(Program program) {
    SqlJob job = of(program);
    return job != null && !job.isSession();
  }

  String name() {
    if (isSession) {
      return "session of %s at %s"
          .formatted(sql.user().isEmpty() ? "unknown user" : sql.user(), sql.server());
    }
    List<String> verbs = sql.statements().stream().map(SqlJob::verb).distinct().toList();
    return "%s %s #%s".formatted(few(verbs, "+"), few(sql.tables(), ","), digest());
  }

  /** Returns the name of the job of the connection that did the work. */
  String sessionName() {
    return new SqlJob(sql, true).name();
  }

  private static String verb(String statement) {
    String text = statement.startsWith(ROWS) ? statement.substring(ROWS.length()) : statement;
    return WORD.matcher(text)
        .results()
        .findFirst()
        .map(MatchResult::group)
        .orElse("SQL")
        .toUpperCase(Locale.ROOT);
  }

  private static String few(List<String> words, String separator) {
    String some = words.stream().limit(MAX_NAMED).collect(Collectors.joining(separator));
    return words.size() <= MAX_NAMED ? some : some + separator + "\u2026";
  }

  private String digest() {
    try {
      byte[] text = String.join("\n", sql.statements()).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("each JDK has SHA-256", e);
    }
  }

  /** Puts the facets that describe the job. */
  void putFacets(ObjectNode all, Facets facets) {
    String scheme = sql.server().replaceFirst("://.*", "");
    String type = isSession ? "SESSION" : sql.statements().size() > 1 ? "TRANSACTION" : "QUERY";
    all.set("jobType", facets.jobType(scheme.toUpperCase(Locale.ROOT), type));
    String query =
        sql.statements().stream()
            .filter(each -> !each.startsWith(ROWS))
            .collect(Collectors.joining(";\n"));
    if (!query.isEmpty()) {
      boolean isLong = query.length() > MAX_QUERY;
      ObjectNode facet = facets.facet("SQLJobFacet", "1-1-0");
      facet.put("query", isLong ? query.substring(0, MAX_QUERY) + "\u2026" : query);
      all.set("sql", facet.put("dialect", scheme));
    }
  }
}
