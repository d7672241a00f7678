package org.colophon.service.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import org.colophon.service.json.AnswerJson;

/**
 * An answer that is ready to be written.
 *
 * @param found false for exit code 1
 * @param mediaType of the body
 * @param remarks for people, in terminal-safe text
 * @param body writes the answer and leaves the stream open
 */
public record Answer(boolean found, String mediaType, List<String> remarks, Body body) {
  static final String TEXT = "text/plain; charset=utf-8";
  static final String JSON = "application/json";

  public Answer {
    remarks = List.copyOf(remarks);
  }

  /** Returns an answer in JSON, made of records and maps, or in text. */
  static Answer of(
      AnswerStyle look, boolean found, List<String> remarks, Supplier<Object> json, Body text) {
    return look.isJson()
        ? new Answer(found, JSON, remarks, out -> AnswerJson.write(json.get(), out))
        : new Answer(found, TEXT, remarks, text);
  }

  /** Writes an answer. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }
}
