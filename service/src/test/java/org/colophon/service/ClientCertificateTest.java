// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.client.connection.RemoteAddress;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.TlsConfig;
import org.colophon.service.principal.Principals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests callers that use a TLS certificate instead of a token. */
@Timeout(60)
class ClientCertificateTest {
  @TempDir Path temp;

  private Service service;

  @BeforeEach
  void start() throws Exception {
    authority("ca");
    issue("ca", "server", "/CN=localhost", "2");
    TlsConfig tls =
        new TlsConfig(file("server.crt"), file("server.key"), Optional.of(file("ca.crt")));
    TcpConfig tcp =
        new TcpConfig("127.0.0.1", 0, Optional.of(tls), List.of("localhost"), List.of());
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withListen(
                    new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty())));
    new Principals(temp.resolve("store"))
        .addSubject("node2", "CN=node2,O=Example", null, List.of("read"), List.of(), List.of());
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private Path file(String name) {
    return temp.resolve(name);
  }

  private void authority(String name) throws Exception {
    openssl(
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=" + name,
        "-keyout",
        name + ".key",
        "-out",
        name + ".crt");
  }

  /** Creates a certificate and its key, and a file with both. */
  private void issue(String authority, String name, String subject, String days) throws Exception {
    openssl(
        "req",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-subj",
        subject,
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        name + ".key",
        "-out",
        name + ".csr");
    openssl(
        "x509",
        "-req",
        "-in",
        name + ".csr",
        "-CA",
        authority + ".crt",
        "-CAkey",
        authority + ".key",
        "-CAcreateserial",
        "-days",
        days,
        "-copy_extensions",
        "copyall",
        "-out",
        name + ".crt");
    Files.setPosixFilePermissions(
        file(name + ".key"), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        file(name + ".pem"),
        Files.readString(file(name + ".crt")) + Files.readString(file(name + ".key")));
  }

  private void openssl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(file("openssl.log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(file("openssl.log"))).isZero();
  }

  private String status(Path credential) {
    String url = "https://localhost:" + service.port();
    try (ServiceConnection connection =
            RemoteAddress.builder("--to", url, credential, file("ca.crt")).build();
        ServiceResponse answer = connection.exchange(ServiceRequest.get("/v1/status").build())) {
      return answer.text();
    }
  }

  private void snapshot(Path credential) {
    String url = "https://localhost:" + service.port();
    try (ServiceConnection connection =
        RemoteAddress.builder("--to", url, credential, file("ca.crt")).build()) {
      connection
          .exchange(
              ServiceRequest.post("/v1/snapshots")
                  .body("application/json", "{\"name\":\"x\"}".getBytes())
                  .build())
          .close();
    }
  }

  @Test
  void certificateHasTheRightsOfItsPrincipal() throws Exception {
    issue("ca", "node2", "/O=Example/CN=node2", "2");
    assertThat(status(file("node2.pem"))).contains("\"state\"");
    assertThatThrownBy(() -> snapshot(file("node2.pem")))
        .hasMessageContaining("principal node2 has no right to control");
  }

  @Test
  void acceptsTokenIfCertificatesAreConfiguredToo() {
    assertThat(status(service.config().tokenFile())).contains("\"state\"");
  }

  @Test
  void rejectsUnknownSubject() throws Exception {
    issue("ca", "node3", "/CN=node3", "2");
    assertThatThrownBy(() -> status(file("node3.pem")))
        .hasMessageContaining("no principal has the certificate subject 'CN=node3'");
  }

  @Test
  void rejectsCertificateOfAnotherIssuer() throws Exception {
    authority("other");
    issue("other", "node2", "/O=Example/CN=node2", "2");
    assertThatThrownBy(() -> status(file("node2.pem")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("certificate");
  }

  @Test
  void rejectsExpiredCertificate() throws Exception {
    issue("ca", "node2", "/O=Example/CN=node2", "-1");
    assertThatThrownBy(() -> status(file("node2.pem")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("certificate");
  }

  @Test
  void rejectsCertificateWithoutTls() throws IOException {
    Files.writeString(file("c.pem"), "-----BEGIN CERTIFICATE-----\n");
    assertThatThrownBy(
            () -> RemoteAddress.builder("--to", "http://127.0.0.1:1", file("c.pem"), null))
        .hasMessageContaining("which needs https");
  }

  @Test
  void rejectsCertificateWithoutKey() throws Exception {
    issue("ca", "node2", "/O=Example/CN=node2", "2");
    assertThatThrownBy(() -> status(file("node2.crt")))
        .hasMessageContaining("has no unencrypted PRIVATE KEY in PKCS #8");
  }
}
