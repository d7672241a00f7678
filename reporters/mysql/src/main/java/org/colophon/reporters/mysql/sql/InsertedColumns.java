package org.colophon.reporters.mysql.sql;

import java.util.BitSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Follows the tokens of an INSERT or REPLACE, and says whether a value stands in the place of a
 * column that holds secrets: one that the statement lists, or that the table is known to have.
 */
final class InsertedColumns {
  private final SecretNames secrets;
  private final BitSet listed = new BitSet();
  private Function<TableName, IntPredicate> tables = name -> null;
  private IntPredicate secretPlaces = SecretColumns.NONE;
  private Stage stage = Stage.BEFORE;
  private Bytes database = Bytes.EMPTY;
  private Bytes table = Bytes.EMPTY;
  private boolean isQualified;
  private boolean hasSecretName;
  private int depth;
  private int place;

  /** How deep the query is that gives the rows. */
  private int queryDepth;

  /** How deep the list is whose values come now: of rows, or of what a query selects. */
  private int listDepth;

  private Term last = Term.END_OF_TEXT;

  private enum Stage {
    /** No such statement, or not yet. */
    BEFORE,
    /** Behind the verb: the table's name, and then a parenthesis opens the list of columns. */
    TABLE,
    /** In the parentheses behind PARTITION. */
    PARTITIONS,
    COLUMNS,
    /** Behind the columns: VALUES may come, or a query. */
    LISTED,
    /** Behind VALUES. */
    ROWS,
    /** What a query selects. */
    SELECTED,
    /** The rest of a query, or what stands before its rows. */
    QUERY
  }

  InsertedColumns(SecretNames secrets) {
    this.secrets = secrets;
  }

  /**
   * A text begins.
   *
   * @param known which places of a row of a table hold secrets, null if nothing is known of it
   */
  void begin(Function<TableName, IntPredicate> known) {
    tables = known;
    hasSecretName = false;
    end();
  }

  private void end() {
    stage = Stage.BEFORE;
    depth = 0;
    last = Term.END_OF_TEXT;
  }

  /** Whether a literal that comes now is a secret. */
  boolean isSecret() {
    boolean isValue = (stage == Stage.ROWS && depth > listDepth) || stage == Stage.SELECTED;
    return isValue && (listDepth > queryDepth ? isAnySecret() : secretPlaces.test(place));
  }

  /** A query within the query may give any of its values to any column. */
  private boolean isAnySecret() {
    return secretPlaces != SecretColumns.NONE;
  }

  /**
   * Takes a token.
   *
   * @param word the name that it is, in upper case; empty if it is none
   * @param name the same as tables are compared
   */
  void follow(Term term, String word, Bytes name) {
    boolean isSecretName = !word.isEmpty() && term.isNameLike() && secrets.include(word);
    hasSecretName |= isSecretName;
    if (isBehindVerb(term)) {
      verb();
    }
    switch (term) {
      case SEMICOLON -> end();
      case OPENING -> open();
      case CLOSING -> close();
      case COMMA -> comma();
      case VALUES, VALUE -> rows(term);
      case WITH -> with();
      case SELECT -> select();
      case SET -> stage = depth == 0 ? Stage.BEFORE : stage;
      case KEY -> stage = last == Term.DUPLICATE && depth == 0 ? Stage.BEFORE : stage;
      case ON -> {
        if (isInList()) {
          stage = Stage.QUERY;
        } else if (depth == 0 && stage != Stage.QUERY) {
          stage = Stage.BEFORE;
        }
      }
      case FROM, WHERE, UNION -> stage = isInList() ? Stage.QUERY : stage;
      case DOT -> isQualified = stage == Stage.TABLE && !table.isEmpty();
      default -> {
        if (stage == Stage.TABLE && depth == 0) {
          table(term, name);
        }
      }
    }
    if (stage == Stage.COLUMNS && isSecretName) {
      listed.set(place);
    }
    last = term;
  }

  /** Whether INSERT or REPLACE stands before the token, and is not the function of that name. */
  private boolean isBehindVerb(Term term) {
    boolean isVerb = last == Term.INSERT || last == Term.REPLACE;
    return isVerb && depth == 0 && term != Term.OPENING;
  }

  private void table(Term term, Bytes name) {
    switch (term) {
      case LOW_PRIORITY, HIGH_PRIORITY, DELAYED, IGNORE, INTO -> {}
      case PARTITION -> stage = Stage.PARTITIONS;
      default -> {
        if (isQualified) {
          database = table;
          table = name;
          isQualified = false;
        } else if (table.isEmpty()) {
          database = Bytes.EMPTY;
          table = name;
        }
      }
    }
  }

  /** A statement begins. */
  private void verb() {
    stage = Stage.TABLE;
    table = Bytes.EMPTY;
    isQualified = false;
  }

  /** Whether a token stands in a list itself, not in an expression of one. */
  private boolean isInList() {
    return (stage == Stage.SELECTED || stage == Stage.ROWS) && depth == listDepth;
  }

  /** VALUE may also be a column. */
  private void rows(Term term) {
    boolean isSure = term == Term.VALUES || (depth == 0 && stage != Stage.QUERY && !isInList());
    if (isSure && begins()) {
      list(Stage.ROWS);
    }
  }

  private void select() {
    if (begins()) {
      list(Stage.SELECTED);
    }
  }

  /** Whether rows may come: the first, or more of them. */
  private boolean begins() {
    return opensQuery() || stage == Stage.QUERY || isInList();
  }

  private void with() {
    if (opensQuery()) {
      stage = Stage.QUERY;
    }
  }

  /** Whether the first rows may come; then it is known of which columns. */
  private boolean opensQuery() {
    boolean isFirst = stage == Stage.COLUMNS && place == 0; // INSERT INTO t (SELECT ...)
    if (!isFirst && stage != Stage.TABLE && stage != Stage.LISTED) {
      return false;
    }
    stage = isFirst ? Stage.TABLE : stage;
    secretPlaces = places();
    queryDepth = depth;
    return true;
  }

  private void list(Stage of) {
    stage = of;
    listDepth = depth;
    place = 0;
  }

  /** Of the columns that are listed, or else of those that the table has. */
  private IntPredicate places() {
    if (stage == Stage.LISTED) {
      return listed.isEmpty() ? SecretColumns.NONE : listed::get;
    }
    IntPredicate known = tables.apply(new TableName(database, table));
    if (known == null) {
      return hasSecretName ? SecretColumns.ALL : SecretColumns.NONE;
    }
    return known;
  }

  private void comma() {
    int ofValues = stage == Stage.SELECTED ? listDepth : stage == Stage.ROWS ? listDepth + 1 : 1;
    place += depth == ofValues ? 1 : 0;
  }

  private void open() {
    if (stage == Stage.ROWS && depth == listDepth) {
      place = 0;
    } else if (stage == Stage.TABLE && depth == 0) {
      place = 0;
      stage = Stage.COLUMNS;
      listed.clear();
    }
    depth++;
  }

  private void close() {
    depth = Math.max(0, depth - 1);
    boolean isList = stage == Stage.SELECTED || stage == Stage.ROWS;
    if (isList && depth < listDepth) {
      stage = Stage.QUERY;
    }
    if (depth == 0 && stage == Stage.COLUMNS) {
      stage = Stage.LISTED;
    } else if (depth == 0 && stage == Stage.PARTITIONS) {
      stage = Stage.TABLE;
    }
  }
}
