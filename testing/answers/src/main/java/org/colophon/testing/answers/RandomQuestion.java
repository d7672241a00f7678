// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.answers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.AnswerStyle;
import org.colophon.query.answer.Answers;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.parameter.Parameters;
import org.colophon.query.parameter.RequestType;
import org.colophon.query.question.LineageQuestions.CommonQuestion;
import org.colophon.query.question.LineageQuestions.DiffQuestion;
import org.colophon.query.question.LineageQuestions.LineageQuestion;
import org.colophon.query.question.LineageQuestions.WhyQuestion;
import org.colophon.query.question.Question;
import org.colophon.query.question.RecordQuestions.FindQuestion;
import org.colophon.query.question.RecordQuestions.HistoryQuestion;
import org.colophon.query.question.RecordQuestions.RecordingsQuestion;
import org.colophon.query.question.RecordQuestions.RunQuestion;
import org.colophon.query.question.RecordQuestions.ShowQuestion;
import org.colophon.query.question.RecordQuestions.SnapshotsQuestion;
import org.colophon.query.question.RecordQuestions.TouchedQuestion;
import org.colophon.testing.contract.RandomHistory;
import org.jspecify.annotations.Nullable;

/** A random question about a random history. */
record RandomQuestion(
    Class<? extends Question> type, Map<String, List<String>> parameters, @Nullable String asOf) {
  private static final int MAX_NODES = 10_000;
  private static final AnswerStyle JSON =
      new AnswerStyle(
          "json", false, 0, Path.of("/"), ZoneOffset.UTC, Path.of("/none"), CertifiedState.NONE);

  /** Returns questions of all kinds. */
  static List<RandomQuestion> about(RandomHistory history, Random random, int count) {
    Draw draw = new Draw(history, random, new ArrayList<>(history.paths()));
    List<RandomQuestion> questions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      questions.add(draw.question(i % 9));
    }
    return questions;
  }

  /** Returns the answer of a store: its remarks and bytes, or the message of the refusal. */
  String answer(LineageReader reader) {
    try {
      Answers answers = new Answers(reader, Instant.EPOCH, JSON, asOf);
      Parameters values = new Parameters(parameters, parameters.keySet());
      Question question = new RequestType<>(type).read(values, MAX_NODES);
      Answer answer = answers.completed(question.answer(answers, MAX_NODES));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      answer.body().write(out);
      String json = out.toString(StandardCharsets.UTF_8);
      AnswerSchemas.check(json);
      return answer.found() + " " + answer.remarks() + "\n" + json;
    } catch (ColophonException e) {
      return e.code() + " " + e.getMessage();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Draws the parts of questions. */
  private record Draw(RandomHistory history, Random random, List<?> paths) {
    RandomQuestion question(int kind) {
      Map<String, List<String>> values = new LinkedHashMap<>();
      Class<? extends Question> type =
          switch (kind) {
            case 0 -> lineage(values);
            case 1 -> why(values);
            case 2 -> common(values);
            case 3 -> diff(values);
            case 4 -> put(HistoryQuestion.class, values, "target", path(), "changes", "true");
            case 5 ->
                random.nextBoolean()
                    ? put(TouchedQuestion.class, values, "target", target(), "all", "true")
                    : put(RunQuestion.class, values, "target", target());
            case 6 -> put(ShowQuestion.class, values, "target", target());
            case 7 -> random.nextBoolean() ? SnapshotsQuestion.class : RecordingsQuestion.class;
            default -> find(values);
          };
      return new RandomQuestion(type, values, random.nextInt(3) > 0 ? null : moment());
    }

    private static Class<? extends Question> put(
        Class<? extends Question> type, Map<String, List<String>> values, String... pairs) {
      for (int i = 0; i < pairs.length; i += 2) {
        values.put(pairs[i], List.of(pairs[i + 1]));
      }
      return type;
    }

    private Class<? extends Question> lineage(Map<String, List<String>> values) {
      addFilter(values);
      String direction = random.nextBoolean() ? "ancestors" : "descendants";
      return put(LineageQuestion.class, values, "target", target(), "direction", direction);
    }

    private Class<? extends Question> why(Map<String, List<String>> values) {
      addFilter(values);
      String paths = "" + (1 + random.nextInt(3));
      return put(WhyQuestion.class, values, "effect", target(), "cause", target(), "paths", paths);
    }

    private Class<? extends Question> common(Map<String, List<String>> values) {
      addFilter(values);
      values.put("target", List.of(target(), target()));
      return CommonQuestion.class;
    }

    private Class<? extends Question> diff(Map<String, List<String>> values) {
      addFilter(values);
      return put(DiffQuestion.class, values, "first", target(), "second", target());
    }

    private Class<? extends Question> find(Map<String, List<String>> values) {
      switch (random.nextInt(8)) {
        case 0 -> put(FindQuestion.class, values, "written-by", "process:" + id());
        case 1 -> put(FindQuestion.class, values, "reads", "object:" + id());
        case 2 -> put(FindQuestion.class, values, "name", path());
        case 3 -> put(FindQuestion.class, values, "type", "record");
        case 4 -> put(FindQuestion.class, values, "sort", "time");
        default -> {}
      }
      if (random.nextInt(3) > 0) {
        put(FindQuestion.class, values, "since", moment());
      }
      if (random.nextInt(3) > 0) {
        put(FindQuestion.class, values, "until", moment());
      }
      return FindQuestion.class;
    }

    private void addFilter(Map<String, List<String>> values) {
      put(LineageQuestion.class, values, random.nextBoolean() ? "all" : "data-only", "true");
    }

    /** Returns an id, mostly a small one, which more likely exists. */
    private long id() {
      return 1L + random.nextInt(1 + random.nextInt((int) history.maxId() + 1));
    }

    private String target() {
      return switch (random.nextInt(8)) {
        case 0 -> path();
        case 1, 2 -> "process:" + id();
        default -> "object:" + id();
      };
    }

    private String path() {
      String path = paths.get(random.nextInt(paths.size())).toString();
      return random.nextInt(4) > 0 ? path : path + "@" + moment();
    }

    /** Returns an LSN or a time of the history. */
    private String moment() {
      return random.nextBoolean()
          ? "" + (1 + random.nextInt((int) history.lastLsn() + 1))
          : Instant.EPOCH.plusNanos(RandomHistory.anyTime(random)).toString();
    }
  }
}
