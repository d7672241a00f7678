package org.colophon.testing.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.core.host.StoreHost;
import org.colophon.service.Service;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.protocol.ServiceAddress;
import org.colophon.service.replication.IndexConfig;
import org.colophon.service.replication.ReplicationConfig;
import org.colophon.service.replication.SharedLogSpec;

/** A service in a process of its own: it records, and publishes its history, or indexes others. */
public final class ServiceProcess implements AutoCloseable {
  private static final String PUBLISH = "publish";
  private static final String INDEX = "index";

  private final Path store;
  private final List<String> arguments;
  private Process process;

  private ServiceProcess(Path store, String purpose, String brokers) {
    this.store = store;
    this.arguments = List.of(purpose, store.toString(), brokers);
  }

  /** Starts a service that only records. */
  public static ServiceProcess recorder(Path store, StoreHost host) throws IOException {
    host.write(store);
    return new ServiceProcess(store, "record", "").start();
  }

  /** Starts a service that publishes the history of a host. */
  public static ServiceProcess publisher(Path store, StoreHost host, String brokers)
      throws IOException {
    host.write(store);
    return new ServiceProcess(store, PUBLISH, brokers).start();
  }

  /** Starts a service that indexes what others publish. */
  public static ServiceProcess indexer(Path store, String brokers) throws IOException {
    return new ServiceProcess(store, INDEX, brokers).start();
  }

  /** Starts it again, or for the first time, and waits until it answers. */
  public ServiceProcess start() throws IOException {
    Files.createDirectories(store);
    Files.deleteIfExists(store.resolve("service.json"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ServiceProcess.class.getName()));
    command.addAll(arguments);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(
                    store.resolveSibling(store.getFileName() + ".log").toFile()))
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (ServiceAddress.of(store).isEmpty()) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new IOException(Files.readString(store.resolveSibling(store.getFileName() + ".log")));
      }
      Thread.onSpinWait();
    }
    return this;
  }

  /** Connects to it; each caller has a connection of its own. */
  public ServiceConnection connect() {
    return ServiceConnection.ofStore(store)
        .orElseThrow(() -> new IllegalStateException(store + " is not served"));
  }

  /** Returns the processor time that it has used. */
  public Duration cpu() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Ends it at once. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends it properly. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  /** The process: PURPOSE STORE BROKERS. */
  public static void main(String[] arguments) throws InterruptedException {
    Path store = Path.of(arguments[1]);
    Service service =
        Service.start(
            ServiceConfig.of(store)
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withReplication(replication(arguments[0], store, arguments[2])));
    Runtime.getRuntime().addShutdownHook(new Thread(service::stop));
    service.awaitStopped();
  }

  private static ReplicationConfig replication(String purpose, Path store, String brokers) {
    SharedLogSpec log =
        new SharedLogSpec(
            "kafka",
            Map.of(
                "brokers", brokers,
                "partitions", "4",
                "kafka.session.timeout.ms", "6000",
                "kafka.heartbeat.interval.ms", "1000"));
    IndexConfig index =
        new IndexConfig(log, IndexConfig.DEFAULT_GROUP, store.getFileName().toString());
    return switch (purpose) {
      case PUBLISH -> ReplicationConfig.NONE.publishing(log);
      case INDEX -> ReplicationConfig.NONE.indexing(index);
      default -> ReplicationConfig.NONE;
    };
  }
}
