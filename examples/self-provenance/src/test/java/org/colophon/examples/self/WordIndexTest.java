// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.self;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the example records the same history with its own store and through a service. */
class WordIndexTest {
  @TempDir Path temp;

  private void index(String how) throws IOException {
    Files.writeString(temp.resolve("a.txt"), "the quick fox");
    Files.writeString(temp.resolve("b.txt"), "the lazy dog");
    WordIndex.main(
        new String[] {
          how,
          temp.resolve("store").toString(),
          temp.resolve("a.txt").toString(),
          temp.resolve("b.txt").toString(),
          temp.resolve("index.txt").toString()
        });
  }

  private Service serve() {
    return Service.start(ServiceConfig.of(temp.resolve("store")));
  }

  static String ask(Service service, String path, String target) {
    ServiceRequest request = ServiceRequest.get(path).parameter("target", target).build();
    try (ServiceConnection connection = ServiceConnection.at(service.config().socket()).build();
        ServiceResponse response = connection.exchange(request)) {
      return response.text();
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private void check(Service service) {
    assertThat(ask(service, "/v1/lineage", temp.resolve("index.txt").toString()))
        .contains("a.txt", "b.txt", "index://words", "wasDerivedFrom");
    assertThat(ask(service, "/v1/inspect", "index://words")).contains(base64("5 words"));
  }

  @Test
  void recordsItselfInAStoreOfItsOwn() throws IOException {
    index("--embed");
    Service service = serve();
    check(service);
    assertThat(service.stop()).isTrue();
  }

  @Test
  void recordsTheSameThroughAService() throws IOException {
    Service service = serve();
    index("--service");
    check(service);
    assertThat(ask(service, "/v1/sources", null))
        .as("sources after the end of the only run")
        .isEqualToIgnoringWhitespace("[]");
    assertThat(service.stop()).isTrue();
  }
}
