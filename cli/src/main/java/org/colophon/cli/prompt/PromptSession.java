// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntSupplier;
import org.colophon.cli.cypher.Answer;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.cli.cypher.AsOfRemark;
import org.colophon.cli.cypher.CypherText;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Runs the lines that the prompt has read. After an error, prints it and continues. */
final class PromptSession {
  private final PromptStore store;
  private Settings settings;
  private final OutputStream bytes;
  private final PrintWriter out;
  private final IntSupplier widthColumns;
  private @Nullable CypherVocabulary vocabulary;
  private volatile boolean cancelled;

  PromptSession(
      PromptStore store, Settings settings, OutputStream bytes, IntSupplier widthColumns) {
    this.store = store;
    this.settings = settings;
    this.bytes = bytes;
    this.out = new PrintWriter(bytes, false, StandardCharsets.UTF_8);
    this.widthColumns = widthColumns;
  }

  PromptStore store() {
    return store;
  }

  Settings settings() {
    return settings;
  }

  void set(AnswerFormat format, @Nullable String asOf) {
    settings = settings.with(format, asOf);
  }

  CypherVocabulary vocabulary() {
    if (vocabulary == null) {
      vocabulary = store.engine().vocabulary();
    }
    return vocabulary;
  }

  List<String> parameterNames() {
    return List.copyOf(settings.parameters().values().keySet());
  }

  /** Runs statements one after another, each up to its semicolon. Stops if one is cancelled. */
  void runAll(String text) {
    cancelled = false;
    String rest = text;
    while (!cancelled && !CypherText.isBlank(rest)) {
      int end = CypherText.end(rest);
      run(end < 0 ? rest : rest.substring(0, end));
      rest = end < 0 ? "" : rest.substring(end + 1);
    }
  }

  /** Cancels the running statement. Any thread. */
  void cancel() {
    cancelled = true;
    store.engine().cancel();
  }

  private void run(String statement) {
    printErrors(
        () -> {
          store.refresh();
          vocabulary = null;
          answer(statement);
        });
  }

  private void answer(String statement) {
    CypherStatement asked = settings.statement(statement, asOfLsn());
    print(AsOfRemark.remark(statement, settings.asOf()));
    long begin = System.nanoTime();
    try {
      Answer answer =
          Answer.write(
              store.engine(),
              asked,
              settings.format(),
              new AnswerFormat.Look(widthColumns.getAsInt(), true),
              settings.limit(),
              () -> cancelled,
              bytes);
      printResult(answer, System.nanoTime() - begin);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot show the answer: " + e, e);
    }
  }

  private void printResult(Answer answer, long nanos) {
    answer.warnings().forEach(each -> print("warning: " + DisplayText.text(each)));
    if (!answer.remark().isEmpty()) {
      print(answer.remark());
    }
    if (cancelled) {
      print("cancelled after " + DisplayText.duration(nanos));
    } else if (answer.isCutOff()) {
      print("more than " + DisplayText.count(answer.rows(), "row") + ": the rest is left out");
    } else if (answer.hasColumns()) {
      String rows = answer.rows() == 1 ? " row, " : " rows, ";
      print(DisplayText.count(answer.rows()) + rows + DisplayText.duration(nanos));
    } else {
      print("done, " + DisplayText.duration(nanos));
    }
  }

  private long asOfLsn() {
    return settings.asOf() == null ? Lsn.LATEST : store.asOf(settings.asOf());
  }

  void printErrors(Runnable body) {
    try {
      body.run();
    } catch (ColophonException e) {
      print(e.getMessage());
    } catch (RuntimeException e) {
      print("unexpected failure: " + e);
    }
  }

  void print(String line) {
    line.lines().map(DisplayText::message).forEach(out::println);
    out.flush();
  }
}
