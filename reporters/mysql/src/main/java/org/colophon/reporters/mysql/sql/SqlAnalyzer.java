package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogPart;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.clause.ClauseScanner;
import org.colophon.reporters.mysql.sql.clause.KnownColumns;
import org.colophon.reporters.mysql.sql.column.ColumnFlow;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.column.ColumnsJson;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Understands the statements of one server.
 *
 * <ol>
 *   <li>{@link #session} once for each connection; tell it the database when the log does.
 *   <li>{@link #analyze} for each text. It changes nothing but what is remembered of templates.
 *   <li>{@link #literalText} if literals are to be kept, before the next text.
 *   <li>{@link #apply} for each statement that is known, or must be assumed, to have succeeded.
 * </ol>
 *
 * <p>Never throws on what a text holds. Memory is bounded whatever comes. Used by one thread.
 */
public final class SqlAnalyzer {
  private static final int MAX_EXECUTES = 4;

  private final SqlOptions options;
  private final SqlCatalog catalog;
  private final Definitions definitions;
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
    this.definitions = new Definitions(catalog, lineage);
    this.literals = new LiteralText(options.secrets());
    this.cache = new TemplateCache(options.maxTemplates(), options.maxTemplateBytes());
    this.lastSession = session();
  }

  /** A new connection's session. */
  public SqlSession session() {
    return new SqlSession(options.rules());
  }

  /** What was learnt of views, routines and columns. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /**
   * Says what {@code text[fromByte..toByte)} does if the session runs it now. The bytes must not
   * change before {@link #literalText} was called, if it is.
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
    TextRun run = new TextRun(session, catalog, lineage);
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
    return isGuarded || LiteralText.mayHoldBareSecrets(tokens, of)
        ? GuardedTemplate.of(tokens, isGuarded)
        : tokens.template();
  }

  private Statement understand(TextRun run, TokenBuffer of, int first, int end) {
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
    Statement resolved = new Resolver(run.catalog()).resolve(raw, calls, session);
    return resolved.kind() == StatementKind.EXECUTE ? executed(run, resolved, 0) : resolved;
  }

  /** Of a temporary table nothing is known, least of all the columns of one that it hides. */
  private static KnownColumns columns(TextRun run) {
    SqlSession session = run.session();
    Bytes database = session.database();
    KnownColumns known = run.catalog().in(database);
    return (table, column) ->
        session.isTemporary(table.in(database))
            ? KnownColumns.Answer.UNKNOWN
            : known.has(table, column);
  }

  /** EXECUTE does what the text does that was prepared, if that was seen. */
  private Statement executed(TextRun run, Statement execute, int depth) {
    Bytes text = run.session().prepared(execute.subject());
    text = execute.prepared().orElse(text);
    if (text.isEmpty() || depth == MAX_EXECUTES) {
      return execute;
    }
    Statement done = prepared(run, text);
    return done.kind() == StatementKind.EXECUTE ? executed(run, done, depth + 1) : done.in(execute);
  }

  private Statement prepared(TextRun run, Bytes text) {
    SqlSession session = run.session();
    byte[] bytes = text.toArray();
    TokenBuffer inner = new TokenBuffer();
    inner.read(bytes, 0, bytes.length, session.rules());
    Statement raw = scanner.scan(inner, 0, inner.size(), session.rules(), columns(run));
    return new Resolver(run.catalog()).resolve(raw, List.of(), session);
  }

  /**
   * Whether the text that was analysed last speaks of NEW or OLD rows, which only the statements of
   * triggers can.
   */
  public boolean namesTriggerRows() {
    return tokens.namesTriggerRows();
  }

  /**
   * The text that was analysed last with its literals, but for those that may be secrets; its
   * template if other words may be as well. A copy.
   */
  public Bytes literalText() {
    return literals
        .of(tokens, from, to, lastSession.rules(), last.statements(), catalog)
        .orElseGet(last::template);
  }

  /**
   * Which columns flow into which in a statement of the text that was analysed last, as an extended
   * record of type {@link ColumnsJson#TYPE}; empty if none do, or if the parser does not understand
   * the statement.
   *
   * @param statement its place among the statements of the text
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
            table -> Definitions.columns(catalog, session, table));
    return flows.filter(found -> !found.isEmpty()).map(ColumnsJson::of).orElse(Bytes.EMPTY);
  }

  /** The first token of a statement; empty ones do not count. */
  private int first(int statement) {
    int at = firstFrom(0);
    for (int passed = 0; passed < statement; passed++) {
      at = firstFrom(ClauseScanner.end(tokens, at) + 1);
    }
    return at;
  }

  /** The first token of the next statement that begins at a token or behind it. */
  private int firstFrom(int token) {
    int at = token;
    while (at < tokens.size() && ClauseScanner.end(tokens, at) == at) {
      at++;
    }
    return at;
  }

  /** A statement of the session took effect: its definitions and settings hold from now on. */
  public void apply(SqlSession session, Statement statement) {
    definitions.apply(session, statement, tokens, firstOfQuery(statement));
  }

  /** The same of a statement of which nobody knows whether it took effect. */
  public void applyUntold(SqlSession session, Statement statement) {
    definitions.applyUntold(session, statement, tokens, firstOfQuery(statement));
  }

  /** The first token of a statement that makes a table from a query; -1 if it does not. */
  private int firstOfQuery(Statement statement) {
    boolean isAsked = Definitions.isFilledFromQuery(statement);
    int place = isAsked ? last.statements().indexOf(statement) : -1;
    return place < 0 ? -1 : first(place);
  }

  /** A table is gone, though the statement failed that dropped it. */
  public void dropped(SqlSession session, TableName table, boolean isTemporary) {
    if (isTemporary) {
      session.dropTemporary(table);
    } else {
      catalog.remove(CatalogPart.COLUMNS, table);
      catalog.remove(CatalogPart.VIEW, table);
    }
  }
}
