// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.query.answer.json.AnswerJson;

/**
 * An answer with its body still to be written.
 *
 * @param found false if nothing was found, for exit code 1
 * @param mediaType media type of the body
 * @param remarks remarks for people, as terminal-safe text
 * @param body writes the answer; leaves the stream open
 */
public record Answer(boolean found, String mediaType, List<String> remarks, Body body) {
  static final String TEXT = "text/plain; charset=utf-8";
  static final String JSON = "application/json";

  public Answer {
    remarks = List.copyOf(remarks);
  }

  /** Returns a copy with additional remarks at the start. */
  public Answer with(List<String> first) {
    return new Answer(
        found, mediaType, Stream.concat(first.stream(), remarks.stream()).toList(), body);
  }

  /** Returns an answer as JSON, from records and maps, or as text. */
  static Answer of(
      AnswerStyle style, boolean found, List<String> remarks, Supplier<Object> json, Body text) {
    return style.isJson()
        ? new Answer(found, JSON, remarks, out -> AnswerJson.write(json.get(), out))
        : new Answer(found, TEXT, remarks, text);
  }

  /** Writes the body of an answer. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }
}
