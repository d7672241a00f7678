// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceEvent;
import org.colophon.client.connection.ServiceRefusalException;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the client with a running service. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ClientTest {
  private static final int MANY = 20_000;

  @TempDir static Path temp;

  private static Service service;

  @BeforeAll
  static void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
  }

  @AfterAll
  static void stop() {
    assertThat(service.stop()).isTrue();
    assertThat(ServiceConnection.ofStore(temp.resolve("store"))).isEmpty();
  }

  private static ServiceConnection connect() {
    return ServiceConnection.ofStore(temp.resolve("store")).orElseThrow();
  }

  private static String text(ServiceConnection connection, ServiceRequest request) {
    try (ServiceResponse response = connection.exchange(request)) {
      return response.text();
    }
  }

  @Test
  void streamsOperationsAndAnswers() {
    ServiceRequest operations =
        ServiceRequest.post("/v1/operations")
            .body(
                "application/x-ndjson",
                out -> {
                  out.write("{\"op\":\"process\",\"id\":\"p\"}\n".getBytes(StandardCharsets.UTF_8));
                  for (int i = 0; i < MANY; i++) {
                    String line =
                        "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/many/" + i + "\"}\n";
                    out.write(line.getBytes(StandardCharsets.UTF_8));
                  }
                })
            .build();
    ServiceRequest names =
        ServiceRequest.get("/v1/names")
            .parameter("pattern", "/many/")
            .parameter("limit", MANY)
            .build();
    try (ServiceConnection connection = connect()) {
      assertThat(text(connection, operations)).contains("\"refused\"").contains("" + (MANY + 1));
      assertThat(text(connection, names)).contains("/many/0").contains("/many/" + (MANY - 1));
    }
  }

  @Test
  void reportsRefusalAndContinues() {
    ServiceRequest unknown =
        ServiceRequest.get("/v1/show").parameter("target", "/nobody/knows").build();
    try (ServiceConnection connection = connect()) {
      assertThatThrownBy(() -> connection.exchange(unknown))
          .hasMessageContaining("/nobody/knows")
          .asInstanceOf(InstanceOfAssertFactories.type(ServiceRefusalException.class))
          .satisfies(
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
                assertThat(e.status()).isEqualTo(404);
              });
      assertThat(text(connection, ServiceRequest.get("/healthz").build())).isNotEmpty();
    }
  }

  @Test
  void followsTail() {
    try (ServiceConnection connection = connect();
        ServiceResponse response = connection.exchange(ServiceRequest.get("/v1/tail").build())) {
      ServiceEvent event = response.events().next();
      assertThat(event.type()).isEqualTo("counters");
      assertThat(event.data()).startsWith("{").endsWith("}");
    }
  }
}
