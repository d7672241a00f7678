package org.colophon.reporters.mysql.sql.cursor;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.ColumnChange;
import org.colophon.reporters.mysql.sql.model.ColumnChange.Place;
import org.colophon.reporters.mysql.sql.model.NameCase;

/** Scans the actions of ALTER TABLE on columns. */
public final class ColumnChanges {
  private static final String VERSIONING = "versioning";
  private static final String VISIBLE = "visible";

  /** No column's name ends in a blank. */
  private static final Bytes NO_COLUMN = Bytes.of(" ");

  private final Cursor cursor;
  private final StatementBuilder draft;

  public ColumnChanges(Cursor cursor, StatementBuilder draft) {
    this.cursor = cursor;
    this.draft = draft;
  }

  /** Scans the action at the cursor if it concerns columns, and moves behind it. */
  public void read() {
    Term verb = cursor.term();
    boolean isNamed = cursor.term(1) == Term.COLUMN;
    switch (verb) {
      case ADD, DROP -> {
        if (isNamed || isColumn()) {
          begin(isNamed);
          change(verb);
        }
      }
      case CHANGE, MODIFY -> {
        begin(isNamed);
        change(verb);
      }
      case RENAME -> {
        if (isNamed) {
          begin(true);
          Bytes column = name();
          cursor.accept(Term.TO);
          add(column, name(), Place.SAME, Bytes.EMPTY, false);
        }
      }
      case ALTER -> {
        if (cursor.term(1) != Term.INDEX) {
          begin(isNamed);
          name();
          visibility();
        }
      }
      default -> {}
    }
  }

  /** SET VISIBLE, SET INVISIBLE. */
  private void visibility() {
    boolean isSet = cursor.accept(Term.SET);
    String word = cursor.term() == Term.WORD ? NameCase.fold(cursor.raw()).toString() : "";
    if (isSet && word.endsWith(VISIBLE)) {
      makeUnknown();
    }
  }

  /** Makes the columns unknown, by a change of a column that cannot exist. */
  private void makeUnknown() {
    draft.change(new ColumnChange(NO_COLUMN, Bytes.EMPTY, Place.SAME, Bytes.EMPTY, false));
  }

  private void begin(boolean isNamed) {
    cursor.moveTo(cursor.at() + (isNamed ? 2 : 1));
  }

  /** Returns whether ADD or DROP without the word COLUMN concerns a column. */
  private boolean isColumn() {
    return switch (cursor.term(1)) {
      case INDEX, KEY, PRIMARY, UNIQUE, FULLTEXT, SPATIAL, CONSTRAINT, FOREIGN, CHECK, PARTITION ->
          false;
      case PERIOD -> cursor.term(2) != Term.FOR;
      case SYSTEM -> !NameCase.fold(cursor.raw(2)).toString().equals(VERSIONING);
      case OPENING -> true;
      default -> cursor.term(1).isNameLike();
    };
  }

  private void change(Term verb) {
    boolean isOptional = cursor.acceptIfExists();
    if (cursor.term() == Term.OPENING) {
      StatementBuilder several = new StatementBuilder();
      ColumnDefinitions.read(cursor, several);
      for (Bytes column : several.toStatement().columns()) {
        if (column.isEmpty()) {
          makeUnknown();
        }
        add(Bytes.EMPTY, column, Place.SAME, Bytes.EMPTY, isOptional);
      }
      return;
    }
    Bytes column = name();
    switch (verb) {
      case ADD -> place(Bytes.EMPTY, column, isOptional);
      case CHANGE -> place(column, name(), isOptional);
      case MODIFY -> place(column, column, isOptional);
      default -> add(column, Bytes.EMPTY, Place.SAME, Bytes.EMPTY, isOptional);
    }
  }

  private Bytes name() {
    return cursor.term().isNameLike() ? NameCase.fold(cursor.name()) : Bytes.EMPTY;
  }

  /** Skips the definition up to FIRST or AFTER at its end. */
  private void place(Bytes column, Bytes becomes, boolean isOptional) {
    Place place = Place.SAME;
    Bytes after = Bytes.EMPTY;
    while (!cursor.isAtEnd() && cursor.term() != Term.COMMA) {
      Term term = cursor.term();
      if (term == Term.OPENING) {
        cursor.skipParentheses();
      } else if (term == Term.AFTER && cursor.term(1).isNameLike()) {
        cursor.advance();
        place = Place.AFTER;
        after = name();
      } else {
        place = term == Term.FIRST ? Place.FIRST : place;
        if (ColumnDefinitions.isInvisible(cursor)) {
          makeUnknown();
        }
        cursor.advance();
      }
    }
    add(column, becomes, place, after, isOptional);
  }

  private void add(Bytes column, Bytes becomes, Place place, Bytes after, boolean isOptional) {
    if (!column.isEmpty() || !becomes.isEmpty()) {
      draft.change(new ColumnChange(column, becomes, place, after, isOptional));
    }
  }
}
