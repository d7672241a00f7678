package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.clause.ClauseScanner;
import org.colophon.reporters.mysql.sql.column.ColumnFlow;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.column.ColumnsJson;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.KnownColumns;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Analyzes the statements of one server.
 *
 * <ol>
 *   <li>{@link #session} once for each connection. The caller sets its database when the log tells.
 *   <li>{@link #analyze} for each text. It changes only the cache of templates.
 *   <li>{@link #literalText} if literals are stored, before the next text.
 *   <li>{@link #apply} for each statement that succeeded, as far as is known.
 * </ol>
 *
 * <p>Accepts any text without an exception, with bounded memory. Used by one thread.
 */
public final class SqlAnalyzer {
  private static final int MAX_EXECUTES = 4;

  private final SqlOptions options;
  private final SqlCatalog catalog;
  private final DefinitionEffects definitions;
  private final TokenBuffer tokens = new TokenBuffer();
  private final ClauseScanner scanner;
  private final TemplateCache cache;
  private final ColumnLineage lineage;
  private final LiteralText literals;
  private Analysis last = new Analysis(List.of(), Bytes.EMPTY);
  private SqlSession lastSession;
  private int from;
  private int to;
  private boolean isColumnAsked;

  public SqlAnalyzer(SqlOptions options) {
    this.options = options;
    this.catalog = new SqlCatalog();
    this.scanner = new ClauseScanner(options.nameCase());
    this.lineage = new ColumnLineage(options.nameCase());
    this.definitions = new DefinitionEffects(catalog, lineage);
    this.literals = new LiteralText(options.secrets());
    this.cache = new TemplateCache(options.maxTemplates(), options.maxTemplateBytes());
    this.lastSession = session();
  }

  /** Creates the session of a new connection. */
  public SqlSession session() {
    return new SqlSession(options.rules());
  }

  /** Known views, routines and columns. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /**
   * Analyzes {@code text[fromByte..toByte)} for the current state of the session. The bytes must
   * not change before {@link #literalText} is called, if it is.
   */
  public Analysis analyze(SqlSession session, byte[] text, int fromByte, int toByte) {
    tokens.read(text, fromByte, toByte, session.rules());
    from = fromByte;
    to = toByte;
    lastSession = session;
    last = isShared(session) ? remembered(session) : understand(session);
    return last;
  }

  private boolean isShared(SqlSession session) {
    return tokens.hasTemplate() && !tokens.hasMeaningfulLiterals() && !session.hasNamesOfItsOwn();
  }

  private Analysis remembered(SqlSession session) {
    Bytes database = session.database();
    int bodies = catalog.bodyGeneration();
    int columns = catalog.columnGeneration();
    long hash = TemplateCache.hash(tokens, database);
    Analysis found = cache.get(hash, tokens, database, bodies, columns);
    if (found != null) {
      return found;
    }
    Bytes template = tokens.template();
    Analysis made = understand(session);
    cache.put(hash, template, database, made, bodies, isColumnAsked ? columns : -1);
    return made;
  }

  private Analysis understand(SqlSession session) {
    isColumnAsked = false;
    List<Statement> found = new ArrayList<>();
    StatementSequence run = new StatementSequence(session, catalog, lineage);
    for (int at = 0; at < tokens.size(); ) {
      int end = ClauseScanner.end(tokens, at);
      if (end > at) {
        Statement statement = understand(run, tokens, at, end);
        found.add(statement);
        if (firstFrom(end + 1) < tokens.size()) {
          run.pass(statement, tokens, at);
        }
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
    return isGuarded || LiteralText.mayHoldSecretWords(tokens, of)
        ? GuardedTemplate.of(tokens, isGuarded)
        : tokens.template();
  }

  private Statement understand(StatementSequence run, TokenBuffer of, int first, int end) {
    SqlSession session = run.session();
    KnownColumns columns = columns(run);
    Statement raw =
        scanner.scan(
            of,
            first,
            end,
            session.rules(),
            (table, column) -> {
              isColumnAsked = true;
              return columns.has(table, column);
            });
    boolean isRoutine = raw.kind() == StatementKind.CREATE_ROUTINE;
    TableName routine = raw.routine().in(session.database());
    Bytes database = isRoutine ? routine.database() : session.database();
    List<TableName> calls =
        FunctionCalls.in(of, first, end, database, options.nameCase(), run.catalog());
    Statement resolved = new NameResolver(run.catalog()).resolve(raw, calls, session);
    return resolved.kind() == StatementKind.EXECUTE ? executed(run, resolved, 0) : resolved;
  }

  /** Columns of a temporary table are not known, nor those of one that it hides. */
  private static KnownColumns columns(StatementSequence run) {
    SqlSession session = run.session();
    Bytes database = session.database();
    KnownColumns known = run.catalog().in(database);
    return (table, column) ->
        session.isTemporary(table.in(database))
            ? KnownColumns.Answer.UNKNOWN
            : known.has(table, column);
  }

  /** EXECUTE has the effect of its prepared text if that is known. */
  private Statement executed(StatementSequence run, Statement execute, int depth) {
    Bytes text = run.session().prepared(execute.subject());
    text = execute.prepared().orElse(text);
    if (text.isEmpty() || depth == MAX_EXECUTES) {
      return execute;
    }
    Statement done = prepared(run, text);
    return done.kind() == StatementKind.EXECUTE ? executed(run, done, depth + 1) : done.in(execute);
  }

  private Statement prepared(StatementSequence run, Bytes text) {
    SqlSession session = run.session();
    byte[] bytes = text.toArray();
    TokenBuffer inner = new TokenBuffer();
    inner.read(bytes, 0, bytes.length, session.rules());
    Statement raw = scanner.scan(inner, 0, inner.size(), session.rules(), columns(run));
    return new NameResolver(run.catalog()).resolve(raw, List.of(), session);
  }

  /** Returns whether the last text uses NEW or OLD rows, as only triggers can. */
  public boolean namesTriggerRows() {
    return tokens.namesTriggerRows();
  }

  /**
   * Copy of the last text with its literals except secrets, or its template if other words may be
   * secrets.
   */
  public Bytes literalText() {
    return literals
        .of(tokens, from, to, lastSession.rules(), last.statements(), catalog)
        .orElseGet(last::template);
  }

  /**
   * Flow of columns in a statement of the last text, as an extended record of type {@link
   * ColumnsJson#TYPE}. Empty without flows or if the parser rejects the statement.
   *
   * @param statement index of the statement in the text
   */
  public Bytes columns(int statement) {
    int generation = catalog.columnGeneration();
    Bytes found = last.columns(statement, generation);
    if (found == null) {
      boolean isWorthwhile = ColumnLineage.isWorthwhile(last.statements().get(statement));
      found = isWorthwhile ? findColumns(statement) : Bytes.EMPTY;
      last.columns(statement, generation, found);
    }
    return found;
  }

  private Bytes findColumns(int statement) {
    int first = first(statement);
    int end = ClauseScanner.end(tokens, first);
    SqlSession session = lastSession;
    Optional<List<ColumnFlow>> flows =
        lineage.flows(
            tokens,
            first,
            end,
            session.database(),
            table -> DefinitionEffects.columns(catalog, session, table));
    return flows.filter(found -> !found.isEmpty()).map(ColumnsJson::of).orElse(Bytes.EMPTY);
  }

  /** First token of a statement. Empty statements do not count. */
  private int first(int statement) {
    int at = firstFrom(0);
    for (int passed = 0; passed < statement; passed++) {
      at = firstFrom(ClauseScanner.end(tokens, at) + 1);
    }
    return at;
  }

  /** First token of the next statement at or behind a token. */
  private int firstFrom(int token) {
    int at = token;
    while (at < tokens.size() && ClauseScanner.end(tokens, at) == at) {
      at++;
    }
    return at;
  }

  /** Applies the definitions and settings of a successful statement. */
  public void apply(SqlSession session, Statement statement) {
    definitions.apply(session, statement, tokens, firstOfQuery(statement));
  }

  /** Applies a statement of unknown outcome. */
  public void applyUncertain(SqlSession session, Statement statement) {
    definitions.applyUncertain(session, statement, tokens, firstOfQuery(statement));
  }

  /** First token of a statement that creates a table from a query, else -1. */
  private int firstOfQuery(Statement statement) {
    boolean isAsked = DefinitionEffects.isFilledFromQuery(statement);
    int place = isAsked ? last.statements().indexOf(statement) : -1;
    return place < 0 ? -1 : first(place);
  }

  /** Drops a table although the statement failed. */
  public void dropped(SqlSession session, TableName table, boolean isTemporary) {
    if (isTemporary) {
      session.dropTemporary(table);
    } else {
      catalog.remove(CatalogKind.COLUMNS, table);
      catalog.remove(CatalogKind.VIEW, table);
    }
  }
}
