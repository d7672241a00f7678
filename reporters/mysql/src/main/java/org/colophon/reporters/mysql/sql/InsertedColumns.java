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

  /** How deep what a query selects is listed. */
  private int queryDepth;

  private enum Stage {
    /** No such statement, or not yet. */
    BEFORE,
    /** Behind the verb: the table's name, and then a parenthesis opens the list of columns. */
    TABLE,
    /** In the parentheses behind PARTITION. */
    PARTITIONS,
    COLUMNS,
    /** Behind the columns: VALUES may come. */
    LISTED,
    ROWS,
    /** What a query selects. */
    SELECTED,
    /** The rest of a query. */
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
  }

  /** Whether a literal that comes now is a secret. */
  boolean isSecret() {
    boolean isValue = (stage == Stage.ROWS && depth > 0) || stage == Stage.SELECTED;
    return isValue && secretPlaces.test(place);
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
    switch (term) {
      case INSERT, REPLACE -> {
        if (depth == 0) {
          stage = Stage.TABLE;
          table = Bytes.EMPTY;
          isQualified = false;
        }
      }
      case SEMICOLON -> end();
      case OPENING -> open();
      case CLOSING -> close();
      case COMMA -> comma();
      case VALUES, VALUE -> rows();
      case SELECT -> select();
      case SET -> stage = depth == 0 ? Stage.BEFORE : stage;
      case ON -> {
        if (stage == Stage.SELECTED && depth == queryDepth) {
          stage = Stage.QUERY;
        } else if (depth == 0 && stage != Stage.QUERY) {
          stage = Stage.BEFORE;
        }
      }
      case FROM, WHERE, UNION -> {
        if (stage == Stage.SELECTED && depth == queryDepth) {
          stage = Stage.QUERY;
        }
      }
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

  private void rows() {
    if (depth == 0 && (stage == Stage.LISTED || stage == Stage.TABLE)) {
      secretPlaces = places();
      stage = Stage.ROWS;
    }
  }

  private void select() {
    boolean isFirst = stage == Stage.COLUMNS && place == 0; // INSERT INTO t (SELECT ...)
    if (isFirst || stage == Stage.TABLE || (stage == Stage.LISTED && depth == 0)) {
      stage = isFirst ? Stage.TABLE : stage;
      secretPlaces = places();
      stage = Stage.SELECTED;
      queryDepth = depth;
      place = 0;
    } else if (stage == Stage.QUERY && depth == queryDepth) {
      stage = Stage.SELECTED;
      place = 0;
    }
  }

  /** Of the columns that are listed, or else of those that the table has. */
  private IntPredicate places() {
    if (stage == Stage.LISTED) {
      return listed::get;
    }
    IntPredicate known = tables.apply(new TableName(database, table));
    if (known == null) {
      return hasSecretName ? SecretColumns.ALL : SecretColumns.NONE;
    }
    return known;
  }

  private void comma() {
    boolean isNext = stage == Stage.SELECTED ? depth == queryDepth : depth == 1;
    place += isNext ? 1 : 0;
  }

  private void open() {
    if (depth++ == 0 && stage != Stage.SELECTED) {
      place = 0;
      if (stage == Stage.TABLE) {
        stage = Stage.COLUMNS;
        listed.clear();
      }
    }
  }

  private void close() {
    depth = Math.max(0, depth - 1);
    if (stage == Stage.SELECTED && depth < queryDepth) {
      stage = Stage.BEFORE;
    }
    if (depth == 0 && stage == Stage.COLUMNS) {
      stage = Stage.LISTED;
    } else if (depth == 0 && stage == Stage.PARTITIONS) {
      stage = Stage.TABLE;
    }
  }
}
