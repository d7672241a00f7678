// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * Answer of the service about a source.
 *
 * @param acknowledged number of the last line on the service's disk.
 * @param refused number of refused lines.
 * @param problem problem of the first refused line, or the reason why the service accepts no
 *     further lines; may be empty.
 * @param positions requested positions, by source.
 */
record SourceReply(long acknowledged, long refused, String problem, Map<String, Bytes> positions) {
  private static final JsonFactory FACTORY = new JsonFactory();

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
    String problem = "";
    Map<String, Bytes> positions = new HashMap<>();
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "acknowledged" -> acknowledged = json.getLongValue();
        case "refused" -> refused = json.getLongValue();
        case "problems" -> problem = firstProblem(json);
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
    return new SourceReply(acknowledged, refused, problem, positions);
  }

  private static String firstProblem(JsonParser json) throws IOException {
    StringBuilder first = new StringBuilder();
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING && first.length() == 0) {
        first.append(json.getText());
      }
    }
    return first.toString();
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
