// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.TlsConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reload of a changed configuration while the service listens on TCP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReloadTest {
  @TempDir private Path temp;

  private ServiceConfig config;
  private Service service;
  private Caller stranger;
  private Caller known;

  @BeforeEach
  void start() throws IOException {
    config = config("store", tcp("127.0.0.1", Optional.empty()));
    start(config);
  }

  private void start(ServiceConfig wanted) throws IOException {
    service = Service.start(wanted);
    stranger = Caller.of(service.port());
    String token = Files.readString(wanted.tokenFile()).strip();
    known = stranger.with("Authorization", "Bearer " + token);
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private static TcpConfig tcp(String host, Optional<TlsConfig> tls) {
    return new TcpConfig(host, 0, tls, List.of("prov.example.org"), List.of());
  }

  private ServiceConfig config(String store, TcpConfig tcp) {
    return ServiceConfig.of(temp.resolve(store))
        .withAdapters(List.of(AdapterSpec.of("memory")))
        .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()));
  }

  @Test
  void keepsAccessRulesOfRemovedPort() throws IOException {
    assertThat(service.reloadFrom(() -> config.withListen(ListenConfig.DEFAULT)))
        .containsExactly("listen.tcp");
    assertThat(stranger.get("/v1/status").status()).isEqualTo(401);
    assertThat(known.get("/v1/status").status()).isEqualTo(200);
    assertThat(known.with("Host", "prov.example.org").get("/v1/status").status()).isEqualTo(200);
    assertThat(known.with("Host", "evil.example").get("/v1/status").status()).isEqualTo(421);
  }

  @Test
  void reportsThatTlsNeedsRestart() throws IOException {
    TlsConfig tls =
        new TlsConfig(temp.resolve("cert.pem"), temp.resolve("key.pem"), Optional.empty());
    assertThat(service.reloadFrom(() -> config("store", tcp("127.0.0.1", Optional.of(tls)))))
        .containsExactly("listen.tls");
    assertThat(known.get("/v1/status").status()).isEqualTo(200);
  }

  @Test
  void acceptsOwnHostInAnyCase() throws IOException {
    service.stop();
    start(config("other", tcp("::FFFF:127.0.0.1", Optional.empty())));
    for (String host : List.of("[::FFFF:127.0.0.1]", "[::ffff:127.0.0.1]:7")) {
      assertThat(known.with("Host", host).get("/v1/status").status()).as(host).isEqualTo(200);
    }
  }
}
