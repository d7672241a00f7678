// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.files.RootPaths;
import org.colophon.core.host.HostDirectory;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.http.Route;
import org.colophon.service.principal.Principals;
import org.colophon.service.principal.Right;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rights of principals on every route. */
class PrincipalsTest {
  private static final String WEB = "a".repeat(32);
  private static final String DB = "b".repeat(32);
  private static final String LINES =
      "{\"op\":\"process\",\"id\":\"p\",\"executable\":\"/bin/true\"}\n";

  @TempDir Path temp;

  private Service service;
  private Principals principals;

  @BeforeEach
  void start() {
    start(temp.resolve("store"), RootPaths.NONE);
  }

  private void start(Path store, RootPaths backupRoots) {
    TcpConfig tcp = TcpConfig.loopback(0);
    service =
        Service.start(
            ServiceConfig.of(store)
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withBackupRoots(backupRoots)
                .withListen(
                    new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty())));
    principals = new Principals(store);
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private Caller with(String token) {
    return Caller.of(service.port()).with("Authorization", "Bearer " + token);
  }

  private Caller reporter(String... hosts) {
    return with(principals.add("web", null, List.of("report"), List.of(hosts), List.of("*")));
  }

  @Test
  void permitsExactlyTheRoutesOfARight() throws IOException {
    Map<Right, Caller> callers =
        Map.of(
            Right.READ, with(principals.add("r", null, List.of("read"), List.of(), List.of())),
            Right.REPORT,
                with(principals.add("w", null, List.of("report"), List.of("*"), List.of("*"))),
            Right.CONTROL,
                with(principals.add("c", null, List.of("control"), List.of(), List.of())));
    for (Route route : service.routes()) {
      for (Map.Entry<Right, Caller> each : callers.entrySet()) {
        if (List.of("/v1/tail", "/login").contains(route.path())) {
          continue; // an endless answer, and one that needs a code instead of a right
        }
        String path = route.path().replaceAll("\\{[a-z]+\\}", "none");
        int status = each.getValue().call(route.method(), path, new byte[0]).status();
        boolean isAllowed = route.right() == Right.NONE || route.right() == each.getKey();
        String what = route.method() + " " + path + " with " + each.getKey();
        if (isAllowed) {
          assertThat(status).as(what).isNotIn(401, 403);
        } else {
          assertThat(status).as(what).isEqualTo(403);
        }
      }
    }
  }

  @Test
  void requiresControlForEveryChange() {
    assertThat(service.routes().stream().filter(each -> each.right() == Right.CONTROL))
        .extracting(each -> each.method() + " " + each.path())
        .containsExactlyInAnyOrder(
            "POST /v1/snapshots",
            "POST /v1/transactions/{id}/commit",
            "POST /v1/transactions/{id}/abort",
            "POST /v1/transactions/{id}/abandon",
            "POST /v1/backups",
            "POST /v1/reporters",
            "DELETE /v1/reporters/{id}",
            "POST /v1/retention");
  }

  @Test
  void refusesReportsForOtherHosts() throws IOException {
    Caller web = reporter(WEB);
    Caller named = web.with("Colophon-Host", WEB).with("Colophon-Host-Name", "web");
    assertThat(named.post("/v1/operations", LINES).status()).isEqualTo(200);
    Caller.Reply other = web.with("Colophon-Host", DB).post("/v1/operations", LINES);
    assertThat(other.status()).isEqualTo(403);
    assertThat(other.text()).contains("principal web may not report for host " + DB);
    Caller.Reply own = web.post("/v1/operations", LINES);
    assertThat(own.text()).contains("the service's own host");
    assertThat(HostDirectory.list(temp.resolve("store"))).hasSize(1);
  }

  @Test
  void refusesReportsOfOtherSources() throws IOException {
    Caller app =
        with(principals.add("app", null, List.of("report"), List.of("local"), List.of("run-*")));
    assertThat(app.post("/v1/sources/run-1/operations?first=1", LINES).status()).isEqualTo(200);
    assertThat(app.post("/v1/sources/cron/operations?first=1", LINES).status()).isEqualTo(403);
    assertThat(app.post("/v1/operations", LINES).status()).isEqualTo(403);
  }

  @Test
  void refusesRemovedExpiredAndUnknownPrincipals() throws IOException {
    Caller reader = with(principals.add("r", null, List.of("read"), List.of(), List.of()));
    assertThat(reader.get("/v1/store").status()).isEqualTo(200);
    principals.remove("r");
    assertThat(reader.get("/v1/store").status()).isEqualTo(401);
    String old = principals.add("o", "2020-01-01T00:00:00Z", List.of("read"), List.of(), List.of());
    Caller.Reply expired = with(old).get("/v1/store");
    assertThat(expired.status()).isEqualTo(401);
    assertThat(expired.text()).contains("principal o expired on 2020-01-01");
    assertThat(with("0".repeat(64)).get("/v1/store").status()).isEqualTo(401);
  }

  @Test
  void permitsOwnerChangesWhenPrincipalsExist() throws IOException {
    reporter(WEB);
    String token = Files.readString(service.config().tokenFile()).strip();
    assertThat(with(token).post("/v1/snapshots", "").status()).isEqualTo(201);
    assertThat(Caller.of(service.config().socket()).post("/v1/snapshots", "").status())
        .isEqualTo(201);
  }

  @Test
  void permitsBackupsOfPrincipalsOnlyBelowBackupRoots() throws IOException {
    Caller.Reply refused = backUp(control(), temp.resolve("anywhere"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text()).contains("backup.roots");

    Path root = Files.createDirectory(temp.resolve("root"));
    Files.createSymbolicLink(root.resolve("link"), Files.createDirectory(temp.resolve("outside")));
    service.stop();
    start(temp.resolve("other"), new RootPaths(List.of(root)));
    Caller control = control();
    assertThat(backUp(control, root.resolve("link/backup")).text())
        .contains("outside/backup is below none of backup.roots");
    assertThat(backUp(control, temp.resolve("anywhere")).status()).isEqualTo(403);
    // The adapter memory has nothing to back up, which is refused only after this check.
    assertThat(backUp(control, root.resolve("backup")).status()).isNotIn(401, 403);
  }

  private Caller control() {
    return with(principals.add("ops", null, List.of("control"), List.of(), List.of()));
  }

  private static Caller.Reply backUp(Caller caller, Path directory) throws IOException {
    return caller.post("/v1/backups", "{\"directory\":\"" + directory + "\"}");
  }

  @Test
  void writesPrincipalToAuditLog() throws IOException {
    Caller control = with(principals.add("ops", null, List.of("control"), List.of(), List.of()));
    assertThat(control.post("/v1/reporters", "{\"reporter\":\"none\"}").status()).isEqualTo(404);
    assertThat(Files.readString(temp.resolve("store/audit.log")))
        .contains("principal ops from 127.0.0.1");
  }

  @Test
  void storesNoToken() throws IOException {
    String token = principals.add("r", null, List.of("read"), List.of(), List.of());
    Path file = temp.resolve("store").resolve(Principals.FILE);
    assertThat(Files.readString(file)).doesNotContain(token);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void refusesInvalidFiles() throws IOException {
    Path file = temp.resolve("store").resolve(Principals.FILE);
    String entry =
        "{\"name\":\"a\",\"tokenSha256\":\"%s\",\"rights\":[\"read\"]}".formatted("0".repeat(64));
    Map<String, String> invalid =
        Map.of(
            "[" + entry + "," + entry + "]",
            "two principals are called a",
            "[" + entry.replace("read", "fly") + "]",
            "invalid right: 'fly'",
            "[" + entry.replace("0000", "xyz") + "]",
            "invalid tokenSha256",
            "[" + entry.replace("\"name\"", "\"nome\"") + "]",
            "nome",
            "[",
            "is invalid");
    for (Map.Entry<String, String> each : invalid.entrySet()) {
      Files.deleteIfExists(file);
      Files.writeString(file, each.getKey());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertThatThrownBy(() -> new Principals(temp.resolve("store")).all())
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining(each.getValue());
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> new Principals(temp.resolve("store")).all())
        .hasMessageContaining("chmod 600");
  }
}
