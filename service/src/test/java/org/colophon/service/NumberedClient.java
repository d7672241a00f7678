// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.colophon.service.Caller.Reply;

/**
 * A minimal client that sends numbered lines. It sends each batch over its own connection, and
 * repeats it until it is acknowledged. Line n + 2 writes n bytes to its file. One thread.
 */
final class NumberedClient {
  private final Caller caller;
  private final String source;
  private final String file;
  private long acknowledged;
  private long process;
  private long object;

  NumberedClient(Caller caller, String source, String file) {
    this.caller = caller;
    this.source = source;
    this.file = file;
  }

  long acknowledged() {
    return acknowledged;
  }

  /** Reports the next lines. Retries without a limit. */
  void report(int count) {
    StringBuilder lines = new StringBuilder();
    long last = acknowledged + count;
    for (long line = acknowledged + 1; line <= last; line++) {
      lines.append(line(line)).append('\n');
    }
    String path =
        "/v1/sources/" + source + "/operations?keep-all&session=x&first=" + (acknowledged + 1);
    while (!isTaken(path, lines.toString(), last)) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private String line(long number) {
    if (number == 1) {
      return "{\"op\":\"process\",\"id\":\"p\",\"pid\":1}";
    }
    if (number == 2) {
      return "{\"op\":\"object\",\"id\":\"o\",\"path\":\"" + file + "\"}";
    }
    String who = process == 0 ? "\"p\"" : "" + process;
    String what = object == 0 ? "\"o\"" : "" + object;
    return "{\"op\":\"write\",\"process\":%s,\"object\":%s,\"bytes\":%d}"
        .formatted(who, what, number - 2);
  }

  private boolean isTaken(String path, String lines, long last) {
    Reply reply;
    try {
      reply = caller.post(path, lines);
    } catch (IOException | AssertionError e) {
      return false; // the service was killed, before or in the middle of its answer
    }
    if (reply.status() == 0 || reply.status() == 503) {
      return false;
    }
    JsonNode answer = reply.json();
    if (answer.path("acknowledged").asLong() != last || answer.path("refused").asLong() > 0) {
      throw new IllegalStateException(reply.text());
    }
    acknowledged = last;
    process = Math.max(process, answer.at("/ids/processes/p").asLong());
    object = Math.max(object, answer.at("/ids/objects/o").asLong());
    return true;
  }
}
