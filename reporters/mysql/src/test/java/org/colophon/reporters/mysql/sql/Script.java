// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;

/**
 * A script of statements and their expected effects, written by hand. A line that begins with
 * {@code -->} ends a statement and lists its effects: {@code READ t}, {@code INSERT t}, {@code
 * LOAD_LOCAL 'path'}, {@code RENAME a>b}, {@code COMMIT}, {@code DOUBT}. A tilde marks an uncertain
 * effect, a hash marks a temporary table, and {@code t@v} is a table used through a view. Implicit
 * commits are not listed.
 */
record Script(String name, List<Case> cases) {
  /** One statement, or several statements that are sent at once. */
  record Case(int line, String text, List<String> effects) {}

  static Script load(String name) {
    try (InputStream in = Script.class.getResourceAsStream(name + ".sql")) {
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Script parse(String name, String text) {
    List<Case> cases = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    int number = 0;
    for (String line : text.split("\n")) {
      number++;
      if (line.startsWith("-->")) {
        cases.add(new Case(number, statement.toString().strip(), effects(line.substring(3))));
        statement.setLength(0);
      } else {
        statement.append(line).append('\n');
      }
    }
    return new Script(name, cases);
  }

  private static List<String> effects(String list) {
    TreeSet<String> effects = new TreeSet<>();
    for (String effect : list.split(",")) {
      if (!effect.isBlank()) {
        effects.add(effect.strip());
      }
    }
    return List.copyOf(effects);
  }

  /** Returns the effects of statements in the notation of scripts. */
  static List<String> effectsOf(List<Statement> statements) {
    TreeSet<String> effects = new TreeSet<>();
    for (Statement statement : statements) {
      statement.tables().forEach(use -> effects.add(effect(use)));
      statement.files().forEach(file -> effects.add(file.access() + " '" + file.path() + "'"));
      statement.renames().forEach(r -> effects.add("RENAME " + r.from() + ">" + r.to()));
      TransactionEffect transaction = statement.transaction();
      switch (transaction) {
        case NONE, IMPLICIT_COMMIT, UNKNOWN -> {}
        default -> effects.add(transaction.name());
      }
      if (!statement.isUnderstood()) {
        effects.add("DOUBT");
      }
    }
    return List.copyOf(effects);
  }

  private static String effect(TableUse use) {
    Access access = use.access();
    String via = use.via().isNone() ? "" : "@" + use.via();
    return (use.isCertain() ? "" : "~")
        + access
        + " "
        + (use.isTemporary() ? "#" : "")
        + use.name()
        + via;
  }
}
