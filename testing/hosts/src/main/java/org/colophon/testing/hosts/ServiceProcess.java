// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.host.StoreHost;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.follow.FollowConfig;
import org.colophon.history.index.IndexConfig;
import org.colophon.history.index.SnapshotConfig;
import org.colophon.service.Service;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.jspecify.annotations.Nullable;

/**
 * A service in a process of its own, which records and publishes its history, or indexes others.
 */
public final class ServiceProcess implements AutoCloseable {
  private static final String PUBLISH = "publish";
  private static final String INDEX = "index";
  private static final String STANDBY = "standby";
  private static final String FOLLOW = "follow";

  private final Path store;
  private final List<String> arguments;
  private String heap = "384m";
  private @Nullable Process process;

  private ServiceProcess(Path store, String purpose, String place) {
    this.store = store;
    this.arguments = List.of(purpose, store.toString(), place);
  }

  /** Starts a service that only records. */
  public static ServiceProcess recorder(Path store, StoreHost host) throws IOException {
    host.write(store);
    return new ServiceProcess(store, "record", "").start();
  }

  /** Starts a service that records, with a loopback port for followers. */
  public static ServiceProcess recorder(Path store, StoreHost host, int port) throws IOException {
    host.write(store);
    return new ServiceProcess(store, "record", Integer.toString(port)).start();
  }

  /** Starts a service that follows another one over its loopback port. */
  public static ServiceProcess follower(Path store, Path followed, int port) throws IOException {
    return new ServiceProcess(store, FOLLOW, port + " " + followed.resolve("token")).start();
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

  /** Starts a service that indexes what others publish, with a heap such as {@code 1g}. */
  public static ServiceProcess indexer(Path store, String brokers, String heap) throws IOException {
    ServiceProcess indexer = new ServiceProcess(store, INDEX, brokers);
    indexer.heap = heap;
    return indexer.start();
  }

  /** Starts a service that indexes what others publish, and often writes snapshots. */
  public static ServiceProcess indexer(Path store, String brokers, Path snapshots)
      throws IOException {
    return new ServiceProcess(store, INDEX, brokers + " " + snapshots).start();
  }

  /**
   * Starts a service that indexes what others publish, with standbys. It asks the other indexers.
   *
   * @param port its own port; the others are those of the other indexers
   * @param token file with a token that all have
   */
  public static ServiceProcess standby(
      Path store, String brokers, Path token, int port, int... others) throws IOException {
    StringBuilder place = new StringBuilder(brokers + " " + token + " " + port);
    Arrays.stream(others).forEach(other -> place.append(" ").append(other));
    return new ServiceProcess(store, STANDBY, place.toString()).start();
  }

  /** Starts or restarts the service, and waits until it answers. */
  public ServiceProcess start() throws IOException {
    Files.createDirectories(store);
    Files.deleteIfExists(store.resolve("service.json"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
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
      LockSupport.parkNanos(1_000_000);
    }
    return this;
  }

  /** Connects to the service; each caller has a connection of its own. */
  public ServiceConnection connect() {
    return ServiceConnection.ofStore(store)
        .orElseThrow(() -> new IllegalStateException(store + " is not served"));
  }

  public long pid() {
    return process().pid();
  }

  private Process process() {
    return Objects.requireNonNull(process);
  }

  /** Returns the processor time that it has used. */
  public Duration cpu() {
    return process().info().totalCpuDuration().orElseThrow();
  }

  /** Kills the service. */
  public void kill() throws InterruptedException {
    process().destroyForcibly().waitFor();
  }

  /** Shuts the service down. */
  @Override
  public void close() {
    process().destroy();
    try {
      if (!process().waitFor(30, TimeUnit.SECONDS)) {
        process().destroyForcibly();
      }
    } catch (InterruptedException e) {
      process().destroyForcibly();
    }
  }

  /**
   * Runs the service. Arguments: PURPOSE STORE PLACE; the place is brokers, brokers and a directory
   * for snapshots, brokers with a token's file and ports, a port, or a port and a token's file.
   */
  public static void main(String[] arguments) throws InterruptedException {
    Path store = Path.of(arguments[1]);
    Service service =
        Service.start(
            ServiceConfig.of(store)
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withListen(listen(arguments[0], arguments[2]))
                .withReplication(replication(arguments[0], store, arguments[2])));
    Runtime.getRuntime().addShutdownHook(new Thread(service::stop));
    service.awaitStopped();
  }

  private static ListenConfig listen(String purpose, String place) {
    if (purpose.equals(STANDBY)) {
      String[] parts = place.split(" ", -1);
      return new ListenConfig(
          Optional.empty(),
          Optional.of(TcpConfig.loopback(Integer.parseInt(parts[2]))),
          Optional.of(Path.of(parts[1])));
    }
    return purpose.equals("record") && !place.isEmpty()
        ? new ListenConfig(
            Optional.empty(),
            Optional.of(TcpConfig.loopback(Integer.parseInt(place))),
            Optional.empty())
        : ListenConfig.DEFAULT;
  }

  private static ReplicationConfig replication(String purpose, Path store, String place) {
    return switch (purpose) {
      case PUBLISH -> ReplicationConfig.NONE.publishing(log(place));
      case INDEX -> {
        String[] parts = place.split(" ", 2);
        yield ReplicationConfig.NONE.indexing(
            new IndexConfig(
                log(parts[0]),
                IndexConfig.DEFAULT_GROUP,
                store.getFileName().toString(),
                Arrays.stream(parts).skip(1).findFirst().map(ServiceProcess::snapshots)));
      }
      case STANDBY -> {
        String[] parts = place.split(" ", -1);
        Map<String, String> options = new HashMap<>(log(parts[0]).options());
        options.put("standbys", "1");
        yield ReplicationConfig.NONE
            .indexing(
                new IndexConfig(
                    new SharedLogSpec("kafka", options),
                    IndexConfig.DEFAULT_GROUP,
                    store.getFileName().toString()))
            .asking(
                new NodesConfig(
                    Arrays.stream(parts).skip(2).map(port -> "http://127.0.0.1:" + port).toList(),
                    Path.of(parts[1]),
                    Optional.empty()));
      }
      case FOLLOW -> {
        String[] parts = place.split(" ", 2);
        yield ReplicationConfig.NONE.following(
            new FollowConfig("http://127.0.0.1:" + parts[0], Path.of(parts[1]), Optional.empty()));
      }
      default -> ReplicationConfig.NONE;
    };
  }

  private static SnapshotConfig snapshots(String directory) {
    return new SnapshotConfig(Path.of(directory), Duration.ofMillis(200));
  }

  private static SharedLogSpec log(String brokers) {
    return new SharedLogSpec(
        "kafka",
        Map.of(
            "brokers", brokers,
            "partitions", "4",
            "kafka.session.timeout.ms", "6000",
            "kafka.heartbeat.interval.ms", "1000"));
  }
}
