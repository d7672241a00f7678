// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests programs that communicate over TCP. Kernel events record them into the stores of two hosts.
 */
@Timeout(120)
class ConnectedHostsIT {
  private static final StoreHost DB = new StoreHost("b".repeat(32), "db");
  private static final String SERVER =
      """
      import socket, sys
      listener = socket.create_server((sys.argv[1], 0))
      with open("port.new", "w") as file: file.write(str(listener.getsockname()[1]))
      import os; os.rename("port.new", "port")
      for name in ("one", "two"):
          connection, peer = listener.accept()
          data = connection.recv(1000)
          with open("stored-" + name, "wb") as file: file.write(data)
          connection.sendall(b"ok"); connection.close()
      """;
  private static final String CLIENT =
      """
      import socket, sys
      port = int(open("port").read())
      with open(sys.argv[2], "rb") as file: data = file.read()
      with socket.create_connection((sys.argv[1], port)) as connection:
          connection.sendall(data)
          with open("answer-" + sys.argv[2], "wb") as file: file.write(connection.recv(10))
      """;

  @TempDir private Path directory;
  private CommandTester web;
  private Path dbStore;
  private String address;

  @BeforeEach
  void makeHosts() throws IOException {
    address = ownAddress().orElse("");
    Assumptions.assumeFalse(address.isEmpty(), "this machine has only a loopback address");
    web = new CommandTester(directory);
    dbStore = HostDirectory.of(web.store, DB);
    Files.writeString(directory.resolve("server.py"), SERVER);
    Files.writeString(directory.resolve("client.py"), CLIENT);
    Files.writeString(directory.resolve("first.txt"), "1");
    Files.writeString(directory.resolve("second.txt"), "2");
    Outcome made = web.run("trace", "--with", "ebpf", "-q", "--", "true");
    KernelEvents.assumeFor("ebpf", made);
    DB.write(dbStore);
  }

  private static Optional<String> ownAddress() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .findFirst();
  }

  private Outcome trace(Path store, String script, String... arguments) {
    String command = "cd " + directory + " && exec python3 " + script + " \"$@\"";
    String[] words = {
      "trace", "--store", store.toString(), "--with", "ebpf", "-q", "--", "sh", "-c", command, "x"
    };
    String[] all = java.util.Arrays.copyOf(words, words.length + arguments.length);
    System.arraycopy(arguments, 0, all, words.length, arguments.length);
    return new CommandTester(directory).run(all);
  }

  private String lineage(String... words) {
    String[] all = {"lineage", "--all", "-d", "20", "--hide", "/usr/**"};
    String[] asked = java.util.Arrays.copyOf(all, all.length + words.length);
    System.arraycopy(words, 0, asked, all.length, words.length);
    Outcome outcome = web.run(asked);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome.out();
  }

  @Test
  void connectsBothEndsOfEachConnection() throws Exception {
    CompletableFuture<Outcome> server =
        CompletableFuture.supplyAsync(() -> trace(dbStore, "server.py", address));
    while (!Files.exists(directory.resolve("port")) && !server.isDone()) {
      LockSupport.parkNanos(1_000_000);
    }
    for (String file : new String[] {"first.txt", "second.txt"}) {
      Outcome client = trace(web.store, "client.py", address, file);
      assertThat(client.exitCode()).as(client.err()).isZero();
    }
    assertThat(server.get().exitCode()).as(server.get().err()).isZero();

    String own = StoreHost.of(web.store).orElseThrow().name();
    String one = directory.resolve("stored-one").toString();
    assertThat(lineage("--host", "db", one))
        .contains("sent as " + own + ":tcp://", "read " + own + ":" + directory + "/first.txt")
        .doesNotContain("second.txt");
    String two = directory.resolve("stored-two").toString();
    assertThat(lineage("--host", "db", two)).contains("/second.txt");
    assertThat(lineage(directory.resolve("second.txt").toString(), "--descendants"))
        .contains("wrote, named db:" + two)
        .doesNotContain("stored-one");
    assertThat(lineage(directory.resolve("answer-second.txt").toString()))
        .containsPattern("db:.*python3 server.py " + address);
  }
}
