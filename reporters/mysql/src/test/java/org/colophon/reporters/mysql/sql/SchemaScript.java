// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.TextScan;

/** Statements of a script for the command-line client. The script may contain DELIMITER lines. */
public final class SchemaScript implements Iterable<Bytes> {
  private static final Bytes COMMAND = Bytes.of("DELIMITER ");

  private final byte[] script;
  private final SqlRules rules;

  private SchemaScript(byte[] script, SqlRules rules) {
    this.script = script;
    this.rules = rules;
  }

  /** Applies definitions, for example a dump of the schema without data, to an analyzer. */
  public static void learn(SqlAnalyzer analyzer, byte[] definitions) {
    SqlSession session = analyzer.session();
    for (Bytes piece : new SchemaScript(definitions, session.rules())) {
      byte[] text = piece.toArray();
      analyzer
          .analyze(session, text, 0, text.length)
          .statements()
          .forEach(statement -> analyzer.apply(session, statement));
    }
  }

  @Override
  public Iterator<Bytes> iterator() {
    return new Pieces();
  }

  private final class Pieces implements Iterator<Bytes> {
    private final TextScan scan = new TextScan();
    private byte[] delimiter = {';'};
    private int at;

    @Override
    public boolean hasNext() {
      skipCommands();
      return at < script.length;
    }

    @Override
    public Bytes next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int from = at;
      int end = end(from);
      at = Math.min(script.length, end + delimiter.length);
      return Bytes.copyOf(script, from, end);
    }

    private int end(int from) {
      scan.reset(rules);
      for (int p = from; p < script.length; p++) {
        if (scan.place() == TextScan.Place.CODE && isAt(p, delimiter)) {
          return p;
        }
        scan.feed(script, p, p + 1);
      }
      return script.length;
    }

    private boolean isAt(int p, byte[] wanted) {
      int i = 0;
      while (i < wanted.length && p + i < script.length && script[p + i] == wanted[i]) {
        i++;
      }
      return i == wanted.length;
    }

    private void skipCommands() {
      skipBlanks();
      while (isAt(at, COMMAND.toArray())) {
        int from = at + COMMAND.length();
        int end = from;
        while (end < script.length && script[end] > ' ') {
          end++;
        }
        if (end > from) {
          delimiter = Bytes.copyOf(script, from, end).toArray();
        }
        at = end;
        skipBlanks();
      }
    }

    private void skipBlanks() {
      while (at < script.length && script[at] >= 0 && script[at] <= ' ') {
        at++;
      }
    }
  }
}
