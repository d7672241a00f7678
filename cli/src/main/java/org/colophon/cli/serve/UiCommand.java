// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.ExplorerServer;
import org.colophon.service.config.AdapterSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens the explorer in the browser. It uses a running service, or reads the store itself. */
@Command(
    name = "ui",
    description = "Open the explorer in the browser.",
    footer = {
      "",
      "Uses the service of the store if one runs; otherwise reads the store itself",
      "until Ctrl-C. The link works once, within two minutes, and opens a session of",
      "12 hours that only reads. Without a graphical display, open the printed link,",
      "for example after ssh -L PORT:127.0.0.1:PORT.",
      "",
      "Examples:",
      "  colophon ui                       recent recordings, and search",
      "  colophon ui prog                  the graph of prog",
      "  colophon ui --no-browser --port 8080"
    })
public final class UiCommand extends StoreCommand {
  private static final int MAX_PORT = 65_535;

  @Parameters(
      paramLabel = "TARGET",
      arity = "0..1",
      description = "A path, exe:PROGRAM, pid:N, process:ID or object:ID to begin with.")
  private @Nullable String target;

  @Option(names = "--no-browser", description = "Only print the link.")
  private boolean isBrowserUnwanted;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port on the loopback if no service runs (default: any free one).")
  private @Nullable Integer port;

  @Mixin private ServiceOption service;

  public UiCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    checkPort();
    Store store = store();
    return service.query(store, this::openServed, () -> serveHere(store));
  }

  private void checkPort() {
    if (port != null && (port < 0 || port > MAX_PORT)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--port must be from 0 (any free one) to 65535, not " + port);
    }
  }

  private int openServed(ServiceConnection connection) {
    if (port != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--port cannot be used with a running service, which has its own port; leave it out, or"
              + " add --embedded");
    }
    show(ServiceJson.post(connection, "/v1/explorer", Map.of()).path("url").asText(), "");
    return ExitCode.FOUND;
  }

  private int serveHere(Store store) {
    CountDownLatch end = new CountDownLatch(1);
    SignalHandler signals = SignalHandler.onTermination(end::countDown);
    try {
      return serveUntil(end, store);
    } finally {
      signals.close();
    }
  }

  private int serveUntil(CountDownLatch end, Store store) {
    store.requireToExist();
    AttachedAdapter adapter = store.primary();
    try (StoreReaders readers = new StoreReaders(store, adapter);
        ExplorerServer server = start(store, adapter, port == null ? 0 : port, readers)) {
      show(server.newLink(), "; Ctrl-C ends the explorer");
      end.await();
      return ExitCode.FOUND;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FOUND;
    }
  }

  private static ExplorerServer start(
      Store store, AttachedAdapter adapter, int port, StoreReaders readers) {
    AdapterSpec spec = new AdapterSpec(adapter.name(), adapter.engine(), Map.of(), 1);
    return ExplorerServer.start(store.directory(), spec, port, readers);
  }

  /**
   * Serves a store for the first requests of a browser, so that the JVM can archive the classes
   * that these requests load.
   */
  public static void rehearse(Store store, String target) throws IOException {
    AttachedAdapter adapter = store.primary();
    try (StoreReaders readers = new StoreReaders(store, adapter);
        ExplorerServer server = start(store, adapter, 0, readers)) {
      URI link = URI.create(server.newLink());
      HttpURLConnection login = (HttpURLConnection) link.toURL().openConnection();
      login.setInstanceFollowRedirects(false);
      String cookie = login.getHeaderField("Set-Cookie");
      for (String path :
          List.of(
              "/",
              "/ui/main.js",
              "/v1/explorer",
              "/v1/store",
              "/v1/recordings",
              "/v1/touched?target=process:1",
              "/v1/stale?target=" + target,
              "/v1/graph?target=" + target)) {
        URLConnection request = link.resolve(path).toURL().openConnection();
        request.setRequestProperty("Cookie", cookie.replaceFirst(";.*", ""));
        request.setRequestProperty("Accept-Encoding", "gzip");
        try (InputStream answer = request.getInputStream()) {
          answer.transferTo(OutputStream.nullOutputStream());
        }
      }
    }
  }

  private void show(String link, String more) {
    String whole = link + fragment();
    out().println(whole);
    out().flush();
    boolean isOpened = !isBrowserUnwanted && openBrowser(whole);
    console()
        .remark(
            (isOpened ? "opened in the browser" : "open the link within 2 minutes; it works once")
                + more);
  }

  private String fragment() {
    if (target == null) {
      return "";
    }
    boolean isId = target.matches("(exe|pid|process|object):.*") || target.contains("://");
    String absolute =
        isId ? target : invocation().directory().resolve(target).normalize().toString();
    return "#graph?target="
        + URLEncoder.encode(absolute, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private boolean openBrowser(String link) {
    try {
      return BrowserLink.open(link, console()::environment);
    } catch (IOException e) {
      console().remark("cannot start a browser: " + e.getMessage());
      return false;
    }
  }
}
