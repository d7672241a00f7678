package org.colophon.reporters.mysql.sql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.clause.NameCase;
import org.colophon.reporters.mysql.sql.lex.Quoted;
import org.colophon.reporters.mysql.sql.lex.SqlLexer;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Replaces secrets in a text by {@code '***'}. Errs on the side of hiding: in a statement that is
 * about accounts, or that was not understood, a literal stays only if it is known to be harmless.
 */
final class Masker {
  private static final int LOWER_CASE = 0x20;
  private static final int OUTER_QUOTES = 2;
  private static final byte[] MASK = "'***'".getBytes(StandardCharsets.US_ASCII);

  /** How much is hidden. */
  enum Mode {
    /** Nothing. */
    NONE,
    /** What goes with a password by its place, and strings that hold SQL about passwords. */
    PLACES,
    /** The same, and rows in what the body of a routine prepares: nobody knows of which table. */
    BODY,
    /** All strings but the names of accounts and hosts. */
    ACCOUNT,
    /** All strings. */
    ALL;

    /** Whether a word without quotes, which a template shows, may be a secret. */
    boolean hidesTemplate() {
      return this == ACCOUNT || this == ALL;
    }
  }

  private final SqlLexer lexer = new SqlLexer();
  private final SecretNames secrets;
  private final NameCase nameCase;
  private final InsertedColumns inserted;
  private final AssignedSecret assigned = new AssignedSecret();
  private final JsonSecret json = new JsonSecret();
  private final ComparedSecrets compared;
  private ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Mode mode = Mode.NONE;

  /** Where the text ends: behind it the buffer may hold what was there before. */
  private int end;

  private Term before = Term.END_OF_TEXT;
  private Term last = Term.END_OF_TEXT;

  /** What stands before the name that came last, with its qualifier. */
  private Term beforeName = Term.END_OF_TEXT;

  private String lastWord = "";
  private int secretDepth;
  private int depth;
  private boolean isSecretNext;

  /** Whether a secret is what the function gives that was named last. */
  private boolean isSecretCall;

  /** Whether the last token is the name of something that holds secrets. */
  private boolean isNamedLast;

  private boolean isInCall;

  /** Whether a part of a text is about an account's secrets: behind IDENTIFIED, SET PASSWORD. */
  private boolean isOfAccount;

  private KnownPlaces tables = (table, at) -> null;

  /** What is known of tables. */
  interface KnownPlaces {
    /**
     * Which places of a row hold secrets; null if nothing is known of the table.
     *
     * @param at where in the text it is named; never before where another was that was asked about
     */
    IntPredicate of(TableName table, int at);
  }

  Masker(SecretNames secrets, NameCase nameCase) {
    this.secrets = secrets;
    this.nameCase = nameCase;
    this.inserted = new InsertedColumns(secrets);
    this.compared = new ComparedSecrets(secrets);
  }

  /**
   * How much is to be hidden; the same for all texts of one template.
   *
   * @param isInserted whether rows go into tables that are known to hold secrets
   */
  Mode mode(TokenBuffer tokens, List<Statement> statements, boolean isInserted) {
    boolean isNamed = tokens.isSensitive() || secrets.areIn(tokens) || JsonSecret.isIn(tokens);
    boolean prepares = hasBody(statements) && prepares(tokens);
    Mode mode = prepares ? Mode.BODY : isNamed || isInserted ? Mode.PLACES : Mode.NONE;
    for (Statement statement : statements) {
      Mode wanted =
          SecretColumns.changesAccounts(statement)
              ? Mode.ALL
              : mode(statement.kind(), statement.isUnderstood(), isInserted);
      mode = wanted.compareTo(mode) > 0 ? wanted : mode;
    }
    return mode;
  }

  private static boolean hasBody(List<Statement> statements) {
    return statements.stream()
        .map(Statement::kind)
        .anyMatch(kind -> kind == StatementKind.CREATE_ROUTINE || kind == StatementKind.BLOCK);
  }

  private static boolean prepares(TokenBuffer tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.term(i) == Term.PREPARE || tokens.term(i) == Term.IMMEDIATE) {
        return true;
      }
    }
    return false;
  }

  private static Mode mode(StatementKind kind, boolean isUnderstood, boolean isInserted) {
    return switch (kind) {
      case UNKNOWN -> Mode.ALL;
      case ACCOUNT, REPLICATION -> Mode.ACCOUNT;
      // Rows may stand in a text within the text, or be given to one.
      case PREPARE, EXECUTE -> isUnderstood && !isInserted ? Mode.PLACES : Mode.ALL;
      // Engines take passwords within comments and lists of options.
      case SET, CALL, CREATE_TABLE, ALTER_TABLE -> isUnderstood ? Mode.PLACES : Mode.ALL;
      default -> isUnderstood ? Mode.NONE : Mode.ALL;
    };
  }

  /** Tells what is known of tables into which the next text inserts. */
  void insertInto(KnownPlaces known) {
    tables = known;
  }

  /** At most {@code maxBytes} of the masked text; no more of the text is read than that takes. */
  Bytes mask(byte[] text, int from, int to, SqlRules rules, Mode how, int maxBytes) {
    if (how == Mode.NONE) {
      return Bytes.copyOf(text, from, from + Math.min(to - from, maxBytes));
    }
    begin(how, to);
    lexer.reset(text, from, to, rules);
    compared.begin(text, from, to, rules);
    int copied = from;
    Term term = lexer.next();
    while (term != Term.END_OF_TEXT && out.size() < maxBytes) {
      gap(text, copied, lexer.start());
      if (isSecret(term, text)) {
        out.writeBytes(MASK);
      } else {
        out.write(text, lexer.start(), lexer.end() - lexer.start());
      }
      copied = lexer.end();
      follow(term, text);
      term = lexer.next();
    }
    Bytes masked = Bytes.wrap(out.toByteArray());
    out = new ByteArrayOutputStream();
    return masked.slice(0, Math.min(masked.length(), maxBytes));
  }

  private void begin(Mode how, int to) {
    mode = how;
    end = to;
    before = Term.END_OF_TEXT;
    last = Term.END_OF_TEXT;
    beforeName = Term.END_OF_TEXT;
    lastWord = "";
    depth = 0;
    secretDepth = 0;
    isSecretNext = false;
    isSecretCall = false;
    isNamedLast = false;
    isInCall = false;
    isOfAccount = false;
    assigned.begin();
    json.begin();
    inserted.begin(table -> tables.of(table, lexer.start()));
  }

  /** Blanks stay as they are; a comment, which may hold anything, becomes one blank. */
  private void gap(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = text[i];
      if (b != ' ' && (b < '\t' || b > '\r')) {
        out.write(' ');
        return;
      }
    }
    out.write(text, from, to - from);
  }

  private boolean isSecret(Term term, byte[] text) {
    if (term == Term.STRING || isHexadecimal(term, text)) {
      return isSecretString(text);
    }
    boolean isBare = term == Term.WORD || term == Term.NUMBER || term == Term.NAME;
    return isBare && isSecretNext && last != Term.STRING && mode.hidesTemplate();
  }

  private boolean isSecretString(byte[] text) {
    return switch (mode) {
      case ALL -> true;
      case ACCOUNT -> !isAccountName(text);
      default ->
          isSecretNext
              || secretDepth > 0
              || inserted.isSecret()
              || assigned.isSecret()
              || json.isSecret()
              || isOfAccount
              || holdsSecret(text)
              || compared.isSecret(lexer.start());
    };
  }

  /** Whether it is {@code 0x70}: a string, in which form some clients send those with any bytes. */
  private boolean isHexadecimal(Term term, byte[] text) {
    int at = lexer.start() + 1;
    return term == Term.NUMBER && at < lexer.end() && (text[at] | LOWER_CASE) == 'x';
  }

  /** A string with its host, behind USER, FOR and TO, or what an option for places is set to. */
  private boolean isAccountName(byte[] text) {
    boolean hasHost = lexer.end() < end && text[lexer.end()] == '@';
    boolean isNamed = last == Term.USER || last == Term.FOR || last == Term.TO;
    boolean isPlace = lastWord.endsWith("HOST") || lastWord.endsWith("USER");
    boolean isSet = last == Term.EQUALS && (isPlace || lastWord.endsWith("LOG_FILE"));
    return hasHost || isNamed || isSet || last == Term.EXISTS;
  }

  /** Whether the string is, or may well be, SQL that sets a password. */
  private boolean holdsSecret(byte[] text) {
    int length = lexer.end() - lexer.start();
    String inside = new String(text, lexer.start(), length, StandardCharsets.ISO_8859_1);
    String lower = inside.toLowerCase(Locale.ROOT);
    boolean isOfPasswords = lower.contains("identified") || lower.contains("password");
    boolean isOfRows = mode == Mode.BODY && (lower.contains("insert") || lower.contains("replace"));
    return isOfPasswords
        || isOfRows
        || (hasQuotes(inside) && secrets.include(lower.toUpperCase(Locale.ROOT)));
  }

  /** Whether there are quotes within quotes, as in SQL and JSON. */
  private static boolean hasQuotes(String string) {
    int quotes = 0;
    for (int i = 0; i < string.length() && quotes <= OUTER_QUOTES; i++) {
      quotes += string.charAt(i) == '\'' || string.charAt(i) == '"' ? 1 : 0;
    }
    return quotes > OUTER_QUOTES;
  }

  private void follow(Term term, byte[] text) {
    switch (term) {
      case OPENING -> {
        depth++;
        boolean isAssigned = isSecretNext && (last == Term.EQUALS || last == Term.IN);
        boolean isSecretFunction =
            isFunction(last) || isSecretCall || isAssigned || (isNamedLast && isCallBefore());
        secretDepth = secretDepth == 0 && isSecretFunction ? depth : secretDepth;
      }
      case CLOSING -> {
        secretDepth = secretDepth == depth ? 0 : secretDepth;
        depth--;
      }
      default -> {}
    }
    String name = term.isNameLike() || term == Term.VARIABLE ? word(text) : "";
    boolean isNamedSecret = !name.isEmpty() && secrets.include(name);
    assigned.follow(term, name, isNamedSecret);
    json.follow(term, name);
    if (term == Term.STRING && json.mayBeNamed() && secrets.include(word(text))) {
      json.named();
    }
    isNamedLast = isNamedSecret && term.isNameLike();
    isOfAccount = beginsAccount(term) || (isOfAccount && goesOn(term));
    isInCall = term == Term.CALL || (isInCall && term != Term.SEMICOLON);
    inserted.follow(term, name, term.isNameLike() ? tableName(text) : Bytes.EMPTY);
    isSecretCall = term.isNameLike() && isSecretNext && last == Term.EQUALS;
    isSecretNext =
        isNamedSecret || opensSecret(term) || (isSecretNext && isPartOfString(term, name));
    if (term.isKeyword() || term == Term.WORD) {
      lastWord = name;
    }
    beforeName = term.isNameLike() && last != Term.DOT ? last : beforeName;
    before = last;
    last = term;
  }

  private boolean beginsAccount(Term term) {
    return term == Term.IDENTIFIED || (term == Term.PASSWORD && last == Term.SET);
  }

  private static boolean goesOn(Term term) {
    return term != Term.COMMA && term != Term.SEMICOLON;
  }

  private static boolean isFunction(Term term) {
    return switch (term) {
      case PASSWORD,
          OLD_PASSWORD,
          ENCRYPT,
          AES_ENCRYPT,
          AES_DECRYPT,
          DES_ENCRYPT,
          DES_DECRYPT,
          ENCODE,
          DECODE ->
          true;
      default -> false;
    };
  }

  /** Whether what follows this token is a secret: a password by name, or what it is set to. */
  private boolean opensSecret(Term term) {
    return switch (term) {
      case BY,
          PASSWORD,
          OLD_PASSWORD,
          PASSWD,
          PWD,
          AUTHENTICATION_STRING,
          CONNECTION,
          MASTER_PASSWORD,
          SOURCE_PASSWORD ->
          true;
      case EQUALS -> isSecretNext || (last == Term.SYMBOL && isSecretBefore());
      case AS, USING -> lastWord.equals("IDENTIFIED") || mode == Mode.ACCOUNT;
      case SYMBOL, NOT, LIKE, IN -> isSecretNext;
      default -> false;
    };
  }

  /** What may stand before the next piece of a string: its character set, or another piece. */
  private static boolean isPartOfString(Term term, String name) {
    boolean isIntroducer = term == Term.WORD && (name.startsWith("_") || name.equals("BINARY"));
    return isIntroducer || term == Term.STRING;
  }

  private boolean isSecretBefore() {
    return switch (before) {
      case PASSWORD, PASSWD, PWD, AUTHENTICATION_STRING -> true;
      default -> false;
    };
  }

  /** Whether a name before a parenthesis is a routine's; it could be a table's, or an index's. */
  private boolean isCallBefore() {
    return isInCall
        || switch (beforeName) {
          case TABLE, EXISTS, INTO, INSERT, REPLACE, IGNORE, INDEX, KEY, ON -> false;
          default -> true;
        };
  }

  private Bytes tableName(byte[] text) {
    return nameCase.apply(Quoted.name(text, lexer.start(), lexer.end(), lexer.rules()));
  }

  private String word(byte[] text) {
    return SecretNames.word(text, lexer.start(), lexer.end());
  }
}
