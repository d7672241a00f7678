// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.question;

import java.util.List;
import java.util.stream.Stream;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.Answers;
import org.colophon.query.parameter.RequestPath;

/** A question: a public record of parameters, with a {@link RequestPath}. */
public interface Question {
  /** Returns the types of all questions. */
  static List<Class<? extends Question>> types() {
    return Stream.of(LineageQuestions.TYPES, RecordQuestions.TYPES).flatMap(List::stream).toList();
  }

  /**
   * Answers the question.
   *
   * @param maxNodes limits.nodes of a service
   */
  Answer answer(Answers answers, int maxNodes);
}
