// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.cli.cypher.DisplayValue;
import org.colophon.cli.cypher.Parameters;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherVocabulary;

/** Commands of the prompt. They begin with a colon. */
final class PromptCommands {
  private static final Map<String, BiConsumer<PromptSession, String>> COMMANDS =
      new TreeMap<>(
          Map.of(
              ":help",
              (session, rest) -> help(session),
              ":params",
              (session, rest) -> showParameters(session),
              ":param",
              PromptCommands::setParameter,
              ":format",
              PromptCommands::setFormat,
              ":as-of",
              PromptCommands::setAsOf,
              ":schema",
              (session, rest) -> showSchema(session)));

  private static final List<String> HELP =
      List.of(
          "A statement ends with ';' and may take several lines. Tab completes, arrows recall.",
          "  :param NAME VALUE   a parameter, as JSON or text: :param path \"/tmp/a\"",
          "  :params             the parameters",
          "  :format FORMAT      answers as table, json, csv or dot",
          "  :as-of WHEN         ask about then: an LSN, a time, an age or a snapshot; now",
          "  :schema             labels, relationship types, properties, procedures, functions",
          "  :exit               leave; so does Ctrl-D. Ctrl-C ends a statement or clears the line");

  private PromptCommands() {}

  static List<String> names() {
    List<String> names = new ArrayList<>(COMMANDS.keySet());
    names.add(":exit");
    return names;
  }

  static boolean isExit(String line) {
    String word = word(line);
    return word.equals(":exit") || word.equals(":quit");
  }

  /**
   * Runs a command line.
   *
   * @throws ColophonException BAD_REQUEST if the command or its argument is unknown
   */
  static void run(PromptSession session, String line) {
    String word = word(line);
    BiConsumer<PromptSession, String> command = COMMANDS.get(word);
    if (command == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "there is no command " + word + "; use one of " + String.join(" ", names()));
    }
    String rest = line.strip().substring(word.length()).strip();
    command.accept(session, rest.endsWith(";") ? rest.substring(0, rest.length() - 1) : rest);
  }

  private static String word(String line) {
    return line.strip().split("[\\s;]", 2)[0];
  }

  private static void help(PromptSession session) {
    HELP.forEach(session::print);
  }

  private static void showParameters(PromptSession session) {
    Map<String, Object> values = session.settings().parameters().values();
    if (values.isEmpty()) {
      session.print("no parameters; :param NAME VALUE sets one");
    }
    values.forEach((name, value) -> session.print("$" + name + " = " + DisplayValue.of(value)));
  }

  /** Sets a parameter. Accepts {@code name value}, {@code name=value} and {@code name => value}. */
  private static void setParameter(PromptSession session, String rest) {
    String[] parts = rest.split("\\s*=>?\\s*|\\s+", 2);
    if (parts.length < 2 || parts[0].isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception("give a name and a value: :param NAME VALUE");
    }
    Parameters parameters = session.settings().parameters();
    parameters.put(parts[0], parts[1]);
    showParameters(session);
  }

  private static void setFormat(PromptSession session, String rest) {
    session.set(AnswerFormat.of(rest), session.settings().asOf());
  }

  private static void setAsOf(PromptSession session, String rest) {
    if (rest.isEmpty() || rest.equals("now")) {
      session.set(session.settings().format(), null);
      session.print("answering as of now");
      return;
    }
    long lsn = session.store().asOf(rest);
    session.set(session.settings().format(), rest);
    session.print("answering as of LSN " + lsn + "; it applies to procedures and is in $asOf");
  }

  private static void showSchema(PromptSession session) {
    CypherVocabulary words = session.vocabulary();
    show(session, "labels", words.labels());
    show(session, "relationship types", words.relationshipTypes());
    show(session, "properties", words.propertyNames());
    show(session, "procedures", words.procedures());
    show(session, "functions", words.functions());
  }

  private static void show(PromptSession session, String what, List<String> words) {
    session.print(what + ": " + String.join(", ", words));
  }
}
