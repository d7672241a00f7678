// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToIntBiFunction;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.base.StoreCommand;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.query.question.QuestionServer;
import org.colophon.query.question.QuestionServer.Reply;
import org.colophon.service.MessageServer;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.TlsConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a program ask questions by the Model Context Protocol. */
@Command(
    name = "mcp",
    description = "Let an agent ask questions by the Model Context Protocol.",
    footer = {
      "",
      "Serves standard input and output, or HTTP until SIGTERM or SIGINT. Callers over",
      "HTTP send Authorization: Bearer TOKEN, with the token of the store or of a",
      "principal.",
      "",
      "The agent can only read. Each answer states the LSN as of which it holds, and if",
      "the capture is complete. An answer has at most 2,000 nodes and 256 KiB.",
      "",
      "Examples:",
      "  colophon mcp                        as the command of an MCP server",
      "  colophon mcp --store /srv/prov",
      "  colophon mcp --http 7600            at http://127.0.0.1:7600/mcp",
      "  colophon mcp --http 0.0.0.0:7600 --tls-certificate c.pem --tls-key k.pem"
    })
public final class McpCommand extends StoreCommand {
  private final ToIntBiFunction<Invocation, String[]> runner;

  @Option(
      names = "--http",
      paramLabel = "[HOST:]PORT",
      description = "Serve HTTP at this address (host: 127.0.0.1), not standard input.")
  private @Nullable String address;

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description =
          "With --http: file of the token (default: token in the store; made if missing).")
  private @Nullable Path token;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "With --http: certificate in PEM; required beyond the loopback.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Key of the certificate in PEM.")
  private @Nullable Path key;

  @Option(
      names = "--host-name",
      paramLabel = "NAME",
      description = "With --http: another name in the URLs of callers. May be repeated.")
  private List<String> names = new ArrayList<>();

  /**
   * Constructs the command.
   *
   * @param runner runs a command line and returns its exit code
   */
  public McpCommand(Invocation invocation, ToIntBiFunction<Invocation, String[]> runner) {
    super(invocation);
    this.runner = runner;
  }

  @Override
  public int run() {
    String version = spec().root().version()[0].replaceFirst("^.* ", "");
    QuestionServer server = new PluginLoader<>(QuestionServer.class).get("mcp");
    if (address == null) {
      ErrorCode.BAD_REQUEST.require(
          token == null && certificate == null && key == null && names.isEmpty(),
          "--token, --tls-certificate, --tls-key and --host-name need --http");
      server.serve(this::reply, version, invocation().in(), console().bytes());
    } else {
      store().requireToExist();
      serveHttp(tcp(address), server.handler(this::reply, version));
    }
    return ExitCode.FOUND;
  }

  private TcpConfig tcp(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon == 0 || !port.matches("[0-9]{1,5}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--http must be PORT or HOST:PORT, such as 127.0.0.1:7600, not " + text);
    }
    ErrorCode.BAD_REQUEST.require(
        (certificate == null) == (key == null), "--tls-certificate and --tls-key need each other");
    Optional<TlsConfig> tls =
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new TlsConfig(absolute(certificate), absolute(key), Optional.empty()));
    String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon).replaceAll("^\\[|\\]$", "");
    return new TcpConfig(host, Integer.parseInt(port), tls, names, List.of());
  }

  @SuppressWarnings("try") // the handler works until closed
  private void serveHttp(TcpConfig tcp, QuestionServer.MessageHandler handler) {
    CountDownLatch ended = new CountDownLatch(1);
    Optional<Path> file = Optional.ofNullable(token).map(this::absolute);
    try (SignalHandler signals = SignalHandler.onTermination(ended::countDown);
        MessageServer http = MessageServer.start(store().directory(), tcp, file, handler)) {
      console().remark("listening at " + http.url());
      ended.await();
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("serving questions", e);
    }
  }

  private Reply reply(List<String> words, int maxBytes) {
    List<String> line = new ArrayList<>(words);
    line.addAll(1, List.of("--store", store().directory().toString()));
    Start out = new Start(maxBytes);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Invocation call =
        new Invocation(
            console().writingTo(out, err),
            invocation().directory(),
            new ByteArrayInputStream(new byte[0]));
    int exitCode = runner.applyAsInt(call, line.toArray(String[]::new));
    call.console().out().flush();
    call.console().err().flush();
    return new Reply(
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        out.isCut);
  }

  /** The start of what is written. */
  private static final class Start extends ByteArrayOutputStream {
    private final int maxBytes;
    private boolean isCut;

    Start(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public synchronized void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      int kept = Math.min(length, maxBytes - size());
      isCut |= kept < length;
      super.write(bytes, offset, kept);
    }
  }
}
