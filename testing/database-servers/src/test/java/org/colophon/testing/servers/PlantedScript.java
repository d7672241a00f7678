// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A script of statements with their effects, written by hand, for a database of the script's name.
 *
 * <p>A line {@code -- truth: ...} ends a statement. After it come effects, each with names: {@code
 * reads}, {@code writes}, {@code creates} (filled from the read tables), {@code cuts}, {@code
 * drops}, {@code renames a>b}. {@code fails} means that nothing else happens, {@code undone} that
 * it was rolled back. A following line {@code -- untold: ...} has the largest effect that a log
 * without outcomes may show, and {@code -- logged: ...} the smallest. {@code #t} is a temporary
 * table, {@code @v} a variable of the session, {@code /f} a file, {@code d.t} a table of another
 * database; a tilde stands for a blank, a caret for a dot within a name. A semicolon separates
 * steps of a statement. A line {@code -- only: mysql_8, ...} at the top lists the servers that
 * accept the script.
 */
record PlantedScript(String name, Set<ServerKind> kinds, List<Case> cases) {
  private static final String TRUTH = "-- truth:";
  private static final String LOGGED = "-- logged:";
  private static final String UNTOLD = "-- untold:";
  private static final String ONLY = "-- only:";

  /**
   * One statement.
   *
   * @param truth its effect
   * @param logged least effect that a general log shows
   * @param untold greatest effect that a log without outcomes may show
   */
  record Case(
      int number, String text, List<Effect> truth, List<Effect> logged, List<Effect> untold) {
    /** Returns whether the statement succeeds. */
    boolean happens() {
      return truth.get(0).happens();
    }
  }

  /** Effect, with the names of tables and files. */
  record Effect(
      boolean happens,
      List<String> reads,
      List<String> writes,
      List<String> creates,
      List<String> cuts,
      List<String> drops,
      List<String> renames) {
    static List<Effect> parseAll(String parts) {
      List<Effect> all = new ArrayList<>();
      for (String part : parts.split(";")) {
        all.add(parse(part));
      }
      return all;
    }

    private static Effect parse(String words) {
      Effect effect =
          new Effect(
              !words.contains("fails"),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>());
      List<String> into = effect.reads;
      for (String word : words.strip().split("\\s+")) {
        switch (word) {
          case "reads" -> into = effect.reads;
          case "writes" -> into = effect.writes;
          case "creates" -> into = effect.creates;
          case "cuts" -> into = effect.cuts;
          case "drops" -> into = effect.drops;
          case "renames" -> into = effect.renames;
          case "", "fails", "undone" -> {}
          default -> into.add(word.replace('~', ' ').replace('^', '.'));
        }
      }
      return effect;
    }

    Effect happening() {
      return new Effect(true, reads, writes, creates, cuts, drops, renames);
    }
  }

  /** Reads a script from the class path. {@code DIRECTORY} in it stands for the directory. */
  static PlantedScript load(String name, String directory) {
    try (InputStream in = PlantedScript.class.getResourceAsStream("planted/" + name + ".sql")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return parse(name, text.replace("DIRECTORY", directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PlantedScript parse(String name, String text) {
    List<Case> cases = new ArrayList<>();
    Set<ServerKind> kinds = EnumSet.allOf(ServerKind.class);
    StringBuilder statement = new StringBuilder();
    for (String line : text.split("\n")) {
      if (line.startsWith(TRUTH)) {
        List<Effect> truth = Effect.parseAll(line.substring(TRUTH.length()));
        List<Effect> most = truth.stream().map(Effect::happening).toList();
        cases.add(new Case(cases.size(), statement.toString().strip(), truth, truth, most));
        statement.setLength(0);
      } else if (line.startsWith(UNTOLD)) {
        Case last = cases.remove(cases.size() - 1);
        List<Effect> untold = Effect.parseAll(line.substring(UNTOLD.length()));
        cases.add(new Case(last.number, last.text, last.truth, last.logged, untold));
      } else if (line.startsWith(LOGGED)) {
        Case last = cases.remove(cases.size() - 1);
        List<Effect> logged = Effect.parseAll(line.substring(LOGGED.length()));
        cases.add(new Case(last.number, last.text, last.truth, logged, last.untold));
      } else if (line.startsWith(ONLY)) {
        kinds = kinds(line.substring(ONLY.length()));
      } else {
        statement.append(line).append('\n');
      }
    }
    return new PlantedScript(name, kinds, cases);
  }

  private static Set<ServerKind> kinds(String names) {
    Set<ServerKind> kinds = EnumSet.noneOf(ServerKind.class);
    for (String name : names.split(",")) {
      kinds.add(ServerKind.valueOf(name.strip().toUpperCase(Locale.ROOT)));
    }
    return kinds;
  }

  /** Returns the comment at the end of a case, which identifies it in the log. */
  String mark(Case one) {
    return "/*" + name + ":" + one.number() + "*/";
  }

  /** Returns the whole script for the command-line client. */
  String toSql() {
    StringBuilder sql = new StringBuilder();
    sql.append("create database ").append(name).append(";\nuse ").append(name);
    sql.append(";\ndelimiter ;;\n");
    for (Case one : cases) {
      sql.append(one.text()).append('\n').append(mark(one)).append(";;\n");
    }
    return sql.toString();
  }
}
