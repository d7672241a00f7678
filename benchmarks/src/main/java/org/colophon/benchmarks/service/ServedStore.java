package org.colophon.benchmarks.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.Service;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.config.ServiceConfig;

/** A service in a Java process of its own, with every default. */
final class ServedStore implements AutoCloseable {
  private static final String READY = "serving";

  private final Process process;
  private final Path socket;

  private ServedStore(Process process, Path socket) {
    this.process = process;
    this.socket = socket;
  }

  /** Starts one and waits until it listens. */
  static ServedStore start(Path store) {
    List<String> command = new ChildProcess("512m", 0).command(ServedStore.class);
    command.add(store.toString());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      BufferedReader output = process.inputReader();
      if (!READY.equals(output.readLine())) {
        throw ErrorCode.IO_FAILED.exception("the service did not start");
      }
      return new ServedStore(process, ServiceConfig.defaultSocket(store));
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot start Java: " + e, e);
    }
  }

  /** Runs the service in its own process. Argument: the store's directory. */
  public static void main(String[] arguments) throws InterruptedException {
    Service service = Service.start(ServiceConfig.of(Path.of(arguments[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(service::stop));
    System.out.println(READY);
    service.awaitStopped();
  }

  ServiceConnection connect() {
    return ServiceConnection.at(socket).build();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
