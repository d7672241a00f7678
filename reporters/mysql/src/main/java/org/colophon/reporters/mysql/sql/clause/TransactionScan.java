// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;

/** Scans BEGIN, COMMIT, ROLLBACK, SAVEPOINT and XA. */
final class TransactionScan {
  private final Cursor cursor;
  private final StatementBuilder draft;

  TransactionScan(Cursor cursor, StatementBuilder draft) {
    this.cursor = cursor;
    this.draft = draft;
  }

  void scan() {
    draft.kind(StatementKind.TRANSACTION);
    Term verb = cursor.term();
    cursor.advance();
    switch (verb) {
      case BEGIN -> begin();
      case START -> start();
      case COMMIT -> commit();
      case ROLLBACK -> rollback();
      case SAVEPOINT -> savepoint(TransactionEffect.SAVEPOINT);
      case RELEASE -> {
        cursor.accept(Term.SAVEPOINT);
        savepoint(TransactionEffect.RELEASE_SAVEPOINT);
      }
      default -> xa();
    }
  }

  private void begin() {
    if (cursor.isAtEnd() || cursor.term() == Term.WORK) {
      draft.transaction(TransactionEffect.BEGIN);
    } else {
      BodyScan.block(cursor, draft);
    }
  }

  private void start() {
    if (cursor.term() == Term.TRANSACTION) {
      draft.transaction(TransactionEffect.BEGIN);
    } else {
      draft.kind(StatementKind.REPLICATION);
    }
  }

  private void commit() {
    end(
        TransactionEffect.COMMIT,
        TransactionEffect.COMMIT_AND_CHAIN,
        TransactionEffect.COMMIT_AND_NO_CHAIN);
  }

  private void end(
      TransactionEffect plain, TransactionEffect chained, TransactionEffect unchained) {
    cursor.accept(Term.WORK);
    if (cursor.accept(Term.AND)) {
      draft.transaction(cursor.term() == Term.CHAIN ? chained : unchained);
    } else {
      draft.transaction(cursor.term() == Term.RELEASE ? unchained : plain);
    }
  }

  private void rollback() {
    cursor.accept(Term.WORK);
    if (cursor.accept(Term.TO)) {
      // A savepoint may be named savepoint.
      if (cursor.term(1) != Term.END_OF_TEXT) {
        cursor.accept(Term.SAVEPOINT);
      }
      savepoint(TransactionEffect.ROLLBACK_TO_SAVEPOINT);
    } else {
      end(
          TransactionEffect.ROLLBACK,
          TransactionEffect.ROLLBACK_AND_CHAIN,
          TransactionEffect.ROLLBACK_AND_NO_CHAIN);
    }
  }

  private void savepoint(TransactionEffect effect) {
    draft.transaction(effect);
    if (cursor.term().isNameLike()) {
      draft.subject(NameCase.fold(cursor.name()));
    } else {
      draft.markNotUnderstood();
    }
  }

  /** Scans XA. A connection has one XA transaction at a time, so the id is not needed. */
  private void xa() {
    switch (cursor.term()) {
      case START, BEGIN -> draft.transaction(TransactionEffect.BEGIN);
      case END -> {}
      case PREPARE -> draft.transaction(TransactionEffect.PREPARE);
      case COMMIT -> draft.transaction(TransactionEffect.COMMIT);
      case ROLLBACK -> draft.transaction(TransactionEffect.ROLLBACK);
      // XA RECOVER only lists transactions.
      default -> draft.kind(StatementKind.SHOW);
    }
  }
}
