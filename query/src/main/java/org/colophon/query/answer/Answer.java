// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.JsonOutput;

/**
 * An answer with its body still to be written.
 *
 * @param found false if nothing was found, for exit code 1
 * @param mediaType media type of the body
 * @param remarks remarks for people, as terminal-safe text
 * @param damaged true if the answer lacks damaged data, for exit code 4
 * @param body writes the answer; leaves the stream open
 */
public record Answer(
    boolean found, String mediaType, List<String> remarks, boolean damaged, Body body) {
  static final String TEXT = "text/plain; charset=utf-8";
  static final String JSON = "application/json";

  public Answer {
    remarks = List.copyOf(remarks);
  }

  /** Creates an answer that met no damage. */
  public Answer(boolean found, String mediaType, List<String> remarks, Body body) {
    this(found, mediaType, remarks, false, body);
  }

  /** Returns a copy with additional remarks at the start. */
  public Answer with(List<String> first) {
    return new Answer(
        found, mediaType, Stream.concat(first.stream(), remarks.stream()).toList(), damaged, body);
  }

  /** A JSON answer that names its format. Fields may be added within a version. */
  private record Document(String format, int version, @JsonUnwrapped Object content) {}

  /**
   * Returns an answer as JSON or as text.
   *
   * @param format the name of the JSON format
   * @param json makes a record of the answer
   */
  static Answer of(
      AnswerStyle style,
      boolean found,
      List<String> remarks,
      String format,
      Supplier<Object> json,
      Body text) {
    return style.isJson()
        ? new Answer(
            found,
            JSON,
            remarks,
            out ->
                AnswerJson.write(
                    new Document(JsonOutput.format(format), JsonOutput.FORMAT_VERSION, json.get()),
                    out))
        : new Answer(found, TEXT, remarks, text);
  }

  /** Writes the body of an answer. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }
}
