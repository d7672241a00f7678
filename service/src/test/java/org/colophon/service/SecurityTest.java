// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.AttachConfig;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.TlsConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests access control. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SecurityTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller unix;
  private static Caller stranger;
  private static Caller known;

  @BeforeAll
  static void start() throws IOException {
    Files.createDirectories(temp.resolve("allowed"));
    TcpConfig tcp =
        new TcpConfig(
            "127.0.0.1",
            0,
            Optional.empty(),
            List.of("prov.example.org"),
            List.of("https://prov.example.org"));
    ServiceConfig config =
        ServiceConfig.of(temp.resolve("store"))
            .withAdapters(List.of(AdapterSpec.of("memory")))
            .withAttach(new AttachConfig(List.of(temp.resolve("allowed")), false))
            .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()));
    service = Service.start(config);
    unix = Caller.of(config.socket());
    stranger = Caller.of(service.port());
    String token = Files.readString(config.tokenFile()).strip();
    known = stranger.with("Authorization", "Bearer " + token);
  }

  @AfterAll
  static void stop() {
    service.stop();
  }

  @Test
  void requiresTokenOverTcp() throws IOException {
    Reply refused = stranger.get("/v1/status");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(stranger.with("Authorization", "Bearer x").get("/v1/status").status())
        .isEqualTo(401);
    assertThat(stranger.with("Authorization", "Basic eDp4").get("/metrics").status())
        .isEqualTo(401);
    assertThat(known.get("/v1/status").status()).isEqualTo(200);
    assertThat(stranger.get("/healthz").status()).isEqualTo(200);
    assertThat(stranger.get("/v9/unknown").status()).isEqualTo(401);
  }

  @Test
  void createsTokenForOwnerOnly() throws IOException {
    Path file = service.config().tokenFile();
    assertThat(Files.readString(file).strip()).hasSize(64);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.2", "localhost.evil.example", "", "[::2]:80"})
  void rejectsForeignHostNamesOverTcp(String host) throws IOException {
    assertThat(known.with("Host", host).get("/v1/status").status()).isIn(400, 421);
    assertThat(stranger.with("Host", host).get("/healthz").status()).isIn(400, 421);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:1", "127.0.0.1", "LOCALHOST", "[::1]:9", "prov.example.org"})
  void acceptsOwnHostNamesOverTcp(String host) throws IOException {
    assertThat(known.with("Host", host).get("/v1/status").status()).isEqualTo(200);
  }

  @Test
  void rejectsRequestsFromForeignWebPages() throws IOException {
    for (Caller caller : List.of(known, unix)) {
      assertThat(caller.with("Origin", "https://evil.example").get("/v1/status").status())
          .isEqualTo(403);
      assertThat(caller.with("Origin", "null").post("/v1/snapshots", "{}").status()).isEqualTo(403);
      assertThat(caller.with("Sec-Fetch-Site", "cross-site").get("/v1/status").status())
          .isEqualTo(403);
    }
    assertThat(known.with("Origin", "https://prov.example.org").get("/v1/status").status())
        .isEqualTo(200);
  }

  @Test
  void rejectsOtherUsersOnSocket() throws Exception {
    Path socket = service.config().socket();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rw-------");
    if (!System.getProperty("user.name").equals("root")) {
      return;
    }
    assertThat(asNobody(socket)).contains("curl: (7)");
    // The service rejects other users even if the file and its directories are open to all users.
    var all = PosixFilePermissions.fromString("rwxrwxrwx");
    for (Path path : List.of(socket, socket.getParent(), temp)) {
      Files.setPosixFilePermissions(path, all);
    }
    assertThat(asNobody(socket)).contains("HTTP/1.1 403").contains("own user and of root");
  }

  /** Returns the answer that another user gets. Requires root. */
  private static String asNobody(Path socket) throws Exception {
    return output(
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "curl",
        "-sS",
        "-i",
        "--unix-socket",
        socket.toString(),
        "http://localhost/v1/status");
  }

  @Test
  void rejectsFilesOutsideRoots() throws IOException {
    Path secret = Files.writeString(temp.resolve("secret"), "x");
    Path link = Files.createSymbolicLink(temp.resolve("allowed/link"), secret);
    Path directoryLink = Files.createSymbolicLink(temp.resolve("allowed/up"), temp);
    for (String file :
        List.of(
            "/etc/passwd",
            link.toString(),
            directoryLink.resolve("secret").toString(),
            temp.resolve("allowed/../secret").toString(),
            temp.resolve("allowed2").toString())) {
      Reply refused = attach("{\"file\":\"" + file + "\"}");
      assertThat(refused.status()).as(file).isEqualTo(403);
      assertThat(refused.json().path("detail").asText()).contains("attach.roots", "SIGHUP");
    }
    assertThat(attach("{\"file\":\"passwd\"}").status()).isEqualTo(400);
    assertThat(attach("{\"file\":\"-\"}").status()).isEqualTo(400);
    assertThat(attach("{\"run\":\"id\"}").status()).isEqualTo(403);
    assertThat(attach("{\"undeclared-command\":\"id\"}").status()).isEqualTo(403);
    assertThat(attach("{\"undeclared\":\"/etc/passwd\"}").status()).isEqualTo(403);
    assertThat(attach("{\"name\":\"/etc/passwd is no file here\"}").status()).isEqualTo(201);
    assertThat(attach("{\"file\":\"" + temp.resolve("allowed/new") + "\"}").status())
        .isEqualTo(201);
  }

  private static Reply attach(String options) throws IOException {
    return unix.post("/v1/reporters", "{\"reporter\":\"ticker\",\"options\":" + options + "}");
  }

  @Test
  void hidesSecrets() throws IOException {
    Reply attached =
        attach("{\"password\":\"hush-hush\",\"key\":\"hush-hush\",\"token-bucket\":\"shown\"}");
    assertThat(attached.status()).isEqualTo(201);
    for (String path : List.of("/v1/reporters", "/v1/status", "/v1/status?format=text")) {
      assertThat(unix.get(path).text()).doesNotContain("hush-hush");
    }
    assertThat(attached.text()).doesNotContain("hush-hush").contains("***");
    assertThat(unix.get("/v1/reporters").text())
        .as("option that the plug-in declares as not secret")
        .containsPattern("\"token-bucket\" ?: ?\"shown\"");
  }

  @Test
  void rejectsAddressOffLoopbackWithoutTls() {
    assertThatThrownBy(() -> new TcpConfig("0.0.0.0", 0, Optional.empty(), List.of(), List.of()))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("listen.tls");
  }

  @Test
  void servesTlsWithPemFiles() throws Exception {
    Path key = temp.resolve("key.pem");
    Path certificate = temp.resolve("cert.pem");
    run(
        "openssl",
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
        "/CN=localhost",
        "-keyout",
        key.toString(),
        "-out",
        certificate.toString());
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    TlsConfig tls = new TlsConfig(certificate, key, Optional.empty());
    assertThatThrownBy(() -> Service.start(tlsConfig("readable", tls)))
        .hasMessageContaining("chmod 600");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Service secure = Service.start(tlsConfig("secure", tls));
    try {
      String url = "https://127.0.0.1:" + secure.port() + "/healthz";
      assertThat(
              run(
                  "curl",
                  "-sS",
                  "--cacert",
                  certificate.toString(),
                  "--connect-to",
                  "localhost::127.0.0.1:",
                  url.replace("127.0.0.1", "localhost")))
          .isEqualTo("alive\n");
      assertThat(secure.reloadFrom(() -> tcpConfig("secure", Optional.empty())))
          .containsExactly("listen.tls");
    } finally {
      secure.stop();
    }
  }

  @Test
  void appliesTokenAndRootsOnReload() throws IOException {
    ServiceConfig config = tcpConfig("reloaded", Optional.empty());
    Service reloaded = Service.start(config);
    try {
      Caller caller = Caller.of(reloaded.port());
      Files.writeString(config.tokenFile(), "another-token-0123456789");
      Caller other = caller.with("Authorization", "Bearer another-token-0123456789");
      assertThat(other.get("/v1/status").status()).isEqualTo(401);
      assertThat(
              reloaded.reloadFrom(() -> config.withAttach(new AttachConfig(List.of(temp), true))))
          .isEmpty();
      assertThat(other.get("/v1/status").status()).isEqualTo(200);
      String command = "{\"reporter\":\"ticker\",\"options\":{\"command\":\"id\"}}";
      assertThat(other.post("/v1/reporters", command).status()).isEqualTo(201);
      assertThat(reloaded.reloadFrom(() -> config.withAdapters(List.of(AdapterSpec.of("rocksdb")))))
          .containsExactly("adapters");
    } finally {
      reloaded.stop();
    }
  }

  private static ServiceConfig tlsConfig(String store, TlsConfig tls) {
    return tcpConfig(store, Optional.of(tls));
  }

  private static ServiceConfig tcpConfig(String store, Optional<TlsConfig> tls) {
    TcpConfig tcp = new TcpConfig("127.0.0.1", 0, tls, List.of(), List.of());
    return ServiceConfig.of(temp.resolve(store))
        .withAdapters(List.of(AdapterSpec.of("memory")))
        .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()));
  }

  private static String run(String... command) throws Exception {
    String said = output(command);
    assertThat(said).doesNotContain("curl:");
    return said;
  }

  private static String output(String... command) throws Exception {
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    child.waitFor();
    return said;
  }
}
