// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.state.KernelState;
import org.colophon.query.answer.json.AnswerJson;

/** Writes values of a service as JSON, among them the states of kernel and adapters. Any thread. */
public final class ServiceJson {
  private static final JsonMapper MAPPER =
      AnswerJson.mapper()
          .addMixIn(KernelStatus.class, KernelFields.class)
          .addMixIn(AdapterStatus.class, AdapterFields.class)
          .build();

  private ServiceJson() {}

  /** Writes an indented value and a line end. Leaves the stream open. */
  public static void write(Object value, OutputStream out) throws IOException {
    AnswerJson.write(MAPPER, value, out);
  }

  /** Returns a value as one line, without a line end. */
  public static String line(Object value) {
    return AnswerJson.line(MAPPER, value);
  }

  private interface KernelFields {
    @JsonProperty("kernel")
    KernelState state();
  }

  @JsonIgnoreProperties({"isCorrupt", "corrupt"})
  @JsonPropertyOrder({"name", "state", "failure", "appendedLsn", "heldLsn"})
  private interface AdapterFields {
    @JsonProperty("stored")
    long storedOperations();

    @JsonProperty("lost")
    long lostOperations();

    @JsonProperty("lag")
    long lagOperations();
  }
}
