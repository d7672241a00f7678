// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.clause.ClauseScanner;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Analyzes the statements of one server.
 *
 * <ol>
 *   <li>{@link #session} once for each connection. The caller sets the session's database when the
 *       log contains it.
 *   <li>{@link #analyze} for each text. It changes only the cache of templates.
 *   <li>{@link #literalText} if literals are stored, before the next text.
 *   <li>{@link #apply} for each statement that is not known to have failed.
 * </ol>
 *
 * <p>Accepts any text without an exception, with bounded memory. One thread.
 */
public final class SqlAnalyzer {
  private static final int MAX_EXECUTES = 4;

  private final SqlOptions options;
  private final SqlCatalog catalog;
  private final TokenBuffer tokens = new TokenBuffer();
  private final ClauseScanner scanner;
  private final TemplateCache cache;
  private final LiteralText literals;
  private Analysis last = new Analysis(List.of(), Bytes.EMPTY);
  private int from;
  private int to;

  public SqlAnalyzer(SqlOptions options) {
    this.options = options;
    this.catalog = new SqlCatalog();
    this.scanner = new ClauseScanner(options.nameCase());
    this.cache = new TemplateCache(options.maxTemplates(), options.maxTemplateBytes());
    this.literals = new LiteralText(options.secrets());
  }

  /** Creates the session of a new connection. */
  public SqlSession session() {
    return new SqlSession(options.rules());
  }

  /** Returns the known views and routines. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /**
   * Analyzes {@code text[fromByte..toByte)} for the current state of the session. If {@link
   * #literalText} is called for this text, the bytes must not change before.
   */
  public Analysis analyze(SqlSession session, byte[] text, int fromByte, int toByte) {
    tokens.read(text, fromByte, toByte, session.rules());
    from = fromByte;
    to = toByte;
    last = isShared(session) ? remembered(session) : understand(session);
    return last;
  }

  private boolean isShared(SqlSession session) {
    return tokens.hasTemplate() && !tokens.hasMeaningfulLiterals() && !session.hasNamesOfItsOwn();
  }

  private Analysis remembered(SqlSession session) {
    int generation = catalog.generation();
    String charset = session.rules().charset().name();
    TemplateCache.Key key = new TemplateCache.Key(tokens.template(), session.database(), charset);
    Analysis found = cache.get(key, generation);
    if (found == null) {
      found = understand(session);
      cache.put(key, found, generation);
    }
    return found;
  }

  /** Analyzes each statement in the session state that the previous statements produce. */
  private Analysis understand(SqlSession session) {
    List<Statement> found = new ArrayList<>();
    SqlSession seen = session;
    for (int at = 0; at < tokens.size(); ) {
      int end = ClauseScanner.end(tokens, at);
      if (end > at) {
        if (!found.isEmpty()) {
          seen = seen == session ? session.copy() : seen;
          seen.apply(found.get(found.size() - 1));
        }
        found.add(understand(seen, tokens, at, end));
      }
      at = end + 1;
    }
    if (found.isEmpty()) {
      found.add(Statement.of(StatementKind.EMPTY, !tokens.isUnterminated()));
    }
    return new Analysis(found, template(found));
  }

  private Bytes template(List<Statement> of) {
    boolean isGuarded =
        tokens.isUnterminated()
            || of.stream().anyMatch(statement -> statement.kind() == StatementKind.UNKNOWN);
    return isGuarded || GuardedTemplate.isNeeded(tokens, of)
        ? GuardedTemplate.of(tokens, isGuarded)
        : tokens.template();
  }

  private Statement understand(SqlSession session, TokenBuffer of, int first, int end) {
    Statement raw = scanner.scan(of, first, end, session.rules());
    boolean isRoutine = raw.kind() == StatementKind.CREATE_ROUTINE;
    TableName routine = raw.routine().in(session.database());
    Bytes database = isRoutine ? routine.database() : session.database();
    List<TableName> calls = FunctionCalls.in(of, first, end, database, options.nameCase(), catalog);
    Statement resolved = new NameResolver(catalog).resolve(raw, calls, session);
    return resolved.kind() == StatementKind.EXECUTE ? executed(session, resolved, 0) : resolved;
  }

  /** Returns the prepared statement if its text is known; otherwise the EXECUTE. */
  private Statement executed(SqlSession session, Statement execute, int depth) {
    Bytes text = session.prepared(execute.subject());
    text = execute.prepared().orElse(text);
    if (text.isEmpty() || depth == MAX_EXECUTES) {
      return execute;
    }
    Statement done = prepared(session, text);
    return done.kind() == StatementKind.EXECUTE
        ? executed(session, done, depth + 1)
        : done.in(execute);
  }

  private Statement prepared(SqlSession session, Bytes text) {
    byte[] bytes = text.toArray();
    TokenBuffer inner = new TokenBuffer();
    inner.read(bytes, 0, bytes.length, session.rules());
    Statement raw = scanner.scan(inner, 0, inner.size(), session.rules());
    return new NameResolver(catalog).resolve(raw, List.of(), session);
  }

  /** Returns whether the last text uses NEW or OLD rows, which only triggers can. */
  public boolean namesTriggerRows() {
    return tokens.namesTriggerRows();
  }

  /**
   * Returns the last text with its literals, but without secrets and comments that suggest secrets.
   * If other words may be secrets, returns the template.
   */
  public Bytes literalText() {
    return GuardedTemplate.isNeeded(tokens, last.statements())
        ? last.template()
        : literals.of(tokens, from, to, last.statements());
  }

  /** Applies the definitions and settings of a successful statement. */
  public void apply(SqlSession session, Statement statement) {
    session.apply(statement);
    catalog.apply(statement, session.defaultsToNontransactional());
  }

  /** Applies a statement of unknown outcome. */
  public void applyUncertain(SqlSession session, Statement statement) {
    session.apply(statement);
    catalog.applyUncertain(statement, session.defaultsToNontransactional());
  }

  /** Drops a table although the statement failed. */
  public void dropped(SqlSession session, TableName table, boolean isTemporary) {
    if (isTemporary) {
      session.dropTemporary(table);
    } else {
      catalog.remove(CatalogKind.VIEW, table);
    }
  }
}
