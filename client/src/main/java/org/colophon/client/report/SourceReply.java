// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * Answer of the service about a source.
 *
 * @param acknowledged number of the last line on the service's disk.
 * @param refused number of refused lines.
 * @param problems problems of refused lines, and the reason why the service accepts no further
 *     lines.
 * @param positions requested positions, by source.
 */
record SourceReply(
    long acknowledged, long refused, List<Problem> problems, Map<String, Bytes> positions) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /**
   * The problem of a line.
   *
   * @param code the code of a refused step of a transaction; BAD_REQUEST for other lines
   */
  record Problem(long line, String text, ErrorCode code) {}

  /** Returns the first problem; empty if there is none. */
  String problem() {
    return problems.isEmpty() ? "" : problems.get(0).text();
  }

  /** Receives the service's id for a local number. */
  @FunctionalInterface
  interface Ids {
    void learn(int number, long id);
  }

  static SourceReply read(ServiceResponse response, Ids ids) {
    try (InputStream body = response.body();
        JsonParser json = FACTORY.createParser(body)) {
      json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      SourceReply reply = read(json, ids);
      body.readAllBytes(); // completely, so that the connection is reused
      return reply;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the service sent a malformed answer; check that it has this version of Colophon: " + e,
          e);
    }
  }

  private static SourceReply read(JsonParser json, Ids ids) throws IOException {
    long acknowledged = -1;
    long refused = 0;
    List<Problem> problems = new ArrayList<>();
    Map<String, Bytes> positions = new HashMap<>();
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "acknowledged" -> acknowledged = json.getLongValue();
        case "refused" -> refused = json.getLongValue();
        case "problems" -> problems(json, problems);
        case "ids" -> ids(json, ids);
        case "positions" -> positions(json, positions);
        default -> {
          if (value.isStructStart()) {
            json.skipChildren();
          }
        }
      }
    }
    if (acknowledged < 0) {
      throw new IOException("it does not name the last acknowledged line");
    }
    return new SourceReply(acknowledged, refused, problems, positions);
  }

  private static void problems(JsonParser json, List<Problem> problems) throws IOException {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      long line = 0;
      String text = "";
      ErrorCode code = ErrorCode.BAD_REQUEST;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "line" -> line = json.getLongValue();
          case "problem" -> text = json.getText();
          case "code" -> code = code(json.getText());
          default -> json.skipChildren();
        }
      }
      problems.add(new Problem(line, text, code));
    }
  }

  /** Returns a code of this version; BAD_REQUEST for one of a newer service. */
  private static ErrorCode code(String name) {
    return Arrays.stream(ErrorCode.values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(ErrorCode.BAD_REQUEST);
  }

  private static void positions(JsonParser json, Map<String, Bytes> positions) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String source = json.currentName();
      json.nextToken(); // an object with base64
      json.nextToken();
      json.nextToken();
      positions.put(source, Bytes.wrap(json.getBinaryValue()));
      json.nextToken();
    }
  }

  private static void ids(JsonParser json, Ids ids) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) { // processes, objects
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        int number = Integer.parseInt(json.currentName());
        json.nextToken();
        ids.learn(number, json.getLongValue());
      }
    }
  }
}
