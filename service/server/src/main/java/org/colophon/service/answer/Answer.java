package org.colophon.service.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * An answer that was found and waits to be written.
 *
 * @param found whether there is anything: exit code 0, or 1 if not
 * @param mediaType of what is written
 * @param remarks what a person should know beside the answer; harmless text
 * @param body writes it; leaves the stream open
 */
public record Answer(boolean found, String mediaType, List<String> remarks, Body body) {
  static final String TEXT = "text/plain; charset=utf-8";
  static final String JSON = "application/json";

  public Answer {
    remarks = List.copyOf(remarks);
  }

  /** Writes an answer. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }
}
