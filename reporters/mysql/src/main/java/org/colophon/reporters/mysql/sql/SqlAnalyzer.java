package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogPart;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.clause.ClauseScanner;
import org.colophon.reporters.mysql.sql.clause.KnownColumns;
import org.colophon.reporters.mysql.sql.column.ColumnFlow;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.column.ColumnsJson;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.SessionChange;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Understands the statements of one server.
 *
 * <ol>
 *   <li>{@link #session} once for each connection; tell it the database when the log does.
 *   <li>{@link #analyze} for each text. It changes nothing but what is remembered of templates.
 *   <li>{@link #maskedText} if the text itself is to be kept, before the next text.
 *   <li>{@link #apply} for each statement that is known, or must be assumed, to have succeeded.
 * </ol>
 *
 * <p>Never throws on what a text holds. Memory is bounded whatever comes. Used by one thread.
 */
public final class SqlAnalyzer {
  private static final int MAX_EXECUTES = 4;

  private final SqlOptions options;
  private final Predicate<Bytes> isSecret;
  private final SqlCatalog catalog;
  private final SecretColumns secrets;
  private final TemporaryColumns temporaries;
  private final TokenBuffer tokens = new TokenBuffer();
  private final ClauseScanner scanner;
  private final Resolver resolver;
  private final TemplateCache cache;
  private final ColumnLineage lineage;
  private final Masker masker;
  private Analysis last = new Analysis(List.of(), Bytes.EMPTY, Masker.Mode.NONE);
  private SqlSession lastSession;
  private int from;
  private int to;
  private boolean isColumnAsked;
  private long statements;
  private long known;
  private long notUnderstood;
  private long columnsFound;
  private long columnsNotFound;

  public SqlAnalyzer(SqlOptions options) {
    this.options = options;
    this.isSecret = SecretColumns.named(options.secrets());
    this.catalog = new SqlCatalog(isSecret);
    this.secrets = new SecretColumns(catalog, options.secrets());
    this.temporaries = new TemporaryColumns(catalog);
    this.scanner = new ClauseScanner(options.nameCase());
    this.lineage = new ColumnLineage(options.nameCase());
    this.masker = new Masker(options.secrets(), options.nameCase());
    this.resolver = new Resolver(catalog);
    this.cache = new TemplateCache(options.maxTemplates(), options.maxTemplateBytes());
    this.lastSession = session();
  }

  /** A new connection's session. */
  public SqlSession session() {
    return new SqlSession(options.rules(), isSecret);
  }

  /** What was learnt of views, routines and columns. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /** What was read so far. */
  public SqlCounts counts() {
    return new SqlCounts(statements, known, notUnderstood, columnsFound, columnsNotFound);
  }

  /**
   * Says what {@code text[fromByte..toByte)} does if the session runs it now. The bytes must not
   * change before {@link #maskedText} was called, if it is.
   */
  public Analysis analyze(SqlSession session, byte[] text, int fromByte, int toByte) {
    tokens.read(text, fromByte, toByte, session.rules());
    from = fromByte;
    to = toByte;
    lastSession = session;
    last = isShared(session) ? remembered(session) : understand(session);
    statements += last.statements().size();
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
      known += found.statements().size();
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
    boolean isSecretInserted = false;
    SqlSession now = session;
    for (int at = 0; at < tokens.size(); ) {
      int end = ClauseScanner.end(tokens, at);
      if (end > at) {
        Statement statement = understand(now, tokens, at, end);
        found.add(statement);
        isSecretInserted |= secrets.mayBeIn(statement, now);
        now = end < tokens.size() ? after(session, now, statement) : now;
      }
      at = end + 1;
    }
    if (found.isEmpty()) {
      found.add(Statement.of(StatementKind.EMPTY, !tokens.isUnterminated()));
    }
    Masker.Mode mode = masker.mode(tokens, found, isSecretInserted);
    Bytes template = mode.hidesTemplate() ? maskedTemplate(mode) : tokens.template();
    return new Analysis(found, template, mode);
  }

  /** What comes behind in the same text meets the session as the statement leaves it. */
  private static SqlSession after(SqlSession given, SqlSession now, Statement statement) {
    SqlSession later = now == given ? given.copy() : now;
    later.apply(statement);
    return later;
  }

  private Statement understand(SqlSession session, TokenBuffer of, int first, int end) {
    KnownColumns columns = columns(session);
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
    List<TableName> calls = FunctionCalls.in(of, first, end, database, options.nameCase(), catalog);
    Statement resolved = resolver.resolve(raw, calls, session);
    notUnderstood += resolved.isUnderstood() ? 0 : 1;
    return resolved.kind() == StatementKind.EXECUTE ? executed(session, resolved, 0) : resolved;
  }

  /** Of a temporary table nothing is known, least of all the columns of one that it hides. */
  private KnownColumns columns(SqlSession session) {
    Bytes database = session.database();
    KnownColumns known = catalog.in(database);
    return (table, column) ->
        session.isTemporary(table.in(database))
            ? KnownColumns.Answer.UNKNOWN
            : known.has(table, column);
  }

  private static List<Bytes> columns(SqlCatalog of, SqlSession session, TableName table) {
    return session.isTemporary(table) ? List.of() : of.columns(table);
  }

  /** EXECUTE does what the text does that was prepared, if that was seen. */
  private Statement executed(SqlSession session, Statement execute, int depth) {
    Bytes text = session.prepared(execute.subject());
    for (SessionChange change : execute.changes()) {
      text = change.kind() == SessionChange.Kind.PREPARE ? change.value() : text;
    }
    if (text.isEmpty() || depth == MAX_EXECUTES) {
      return execute;
    }
    byte[] bytes = text.toArray();
    TokenBuffer inner = new TokenBuffer();
    inner.read(bytes, 0, bytes.length, session.rules());
    Statement raw = scanner.scan(inner, 0, inner.size(), session.rules(), columns(session));
    Statement done = resolver.resolve(raw, List.of(), session);
    return done.kind() == StatementKind.EXECUTE
        ? executed(session, done, depth + 1)
        : done.in(execute);
  }

  private Bytes maskedTemplate(Masker.Mode mode) {
    return masked(mode, TokenBuffer.MAX_TEMPLATE_BYTES);
  }

  /**
   * Whether the text that was analysed last speaks of NEW or OLD rows, which only the statements of
   * triggers can.
   */
  public boolean namesTriggerRows() {
    return tokens.namesTriggerRows();
  }

  /** The text that was analysed last, with secrets replaced; a copy. */
  public Bytes maskedText() {
    return maskedText(Integer.MAX_VALUE);
  }

  /** The beginning of the text that was analysed last, with secrets replaced; a copy. */
  public Bytes maskedText(int maxBytes) {
    return masked(last.mode(), maxBytes);
  }

  private Bytes masked(Masker.Mode mode, int maxBytes) {
    SqlSession session = lastSession;
    if (mode != Masker.Mode.NONE) {
      masker.insertInto(table -> secrets.of(table, session));
    }
    return masker.mask(tokens.text(), from, to, session.rules(), mode, maxBytes);
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
            tokens, first, end, session.database(), table -> columns(catalog, session, table));
    columnsFound += flows.isPresent() ? 1 : 0;
    columnsNotFound += flows.isPresent() ? 0 : 1;
    return flows.filter(found -> !found.isEmpty()).map(ColumnsJson::of).orElse(Bytes.EMPTY);
  }

  /** The first token of a statement; empty ones do not count. */
  private int first(int statement) {
    int at = 0;
    int passed = 0;
    while (at < tokens.size()) {
      int end = ClauseScanner.end(tokens, at);
      if (end > at && passed++ == statement) {
        return at;
      }
      at = end + 1;
    }
    return at;
  }

  /** A statement of the session took effect: its definitions and settings hold from now on. */
  public void apply(SqlSession session, Statement statement) {
    // Before a temporary table hides what the query reads.
    Optional<List<Bytes>> columns = columnsOfQuery(session, statement);
    temporaries.apply(session, statement, columns);
    session.apply(statement);
    catalog.apply(statement);
    columns.ifPresent(given -> catalog.addColumns(statement, given));
  }

  /** The columns that the query of a CREATE TABLE gives, if that is certain. */
  private Optional<List<Bytes>> columnsOfQuery(SqlSession session, Statement statement) {
    int place = isFilledFromQuery(statement) ? last.statements().indexOf(statement) : -1;
    return place < 0
        ? Optional.empty()
        : lineage.columns(
            tokens,
            first(place),
            lastSession.database(),
            table -> columns(catalog, session, table));
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

  private static boolean isFilledFromQuery(Statement statement) {
    return statement.kind() == StatementKind.CREATE_TABLE && !statement.reads().isEmpty();
  }

  /**
   * Learns from definitions, such as a dump of the schema without data; whatever else is among them
   * is passed over.
   */
  public void learn(byte[] definitions) {
    SqlSession session = session();
    for (Bytes piece : new ScriptSplitter(definitions, session.rules())) {
      byte[] text = piece.toArray();
      analyze(session, text, 0, text.length).statements().forEach(one -> apply(session, one));
    }
  }
}
