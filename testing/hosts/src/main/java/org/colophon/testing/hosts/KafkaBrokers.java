// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Brokers of one cluster, each in a process of its own so that it can be killed. */
public final class KafkaBrokers implements AutoCloseable {
  private static final String JARS = "examples/hosts/target/broker";
  private static final String CLUSTER = "Y29sb3Bob24tdGVzdDEyMw";

  private static final Listener PLAIN = new Listener("PLAINTEXT", "", List.of());

  /**
   * The listener for clients.
   *
   * @param protocol a security protocol of Kafka
   * @param settings more lines of the brokers' properties
   * @param format more arguments for formatting a broker's storage
   */
  public record Listener(String protocol, String settings, List<String> format) {}

  private final Path directory;
  private final Listener listener;
  private final List<Integer> ports;
  private final List<Integer> controllers;
  private final List<Process> processes = new ArrayList<>();

  private KafkaBrokers(Path directory, int count, Listener listener) {
    this.directory = directory;
    this.listener = listener;
    List<Integer> free = freePorts(2 * count);
    this.ports = free.subList(0, count);
    this.controllers = free.subList(count, 2 * count);
  }

  /** Starts brokers and waits until they listen. */
  public static KafkaBrokers start(Path directory, int count) {
    return start(directory, count, PLAIN);
  }

  /** Starts brokers with another listener and waits until they listen. */
  public static KafkaBrokers start(Path directory, int count, Listener listener) {
    KafkaBrokers brokers = new KafkaBrokers(directory, count, listener);
    try {
      for (int i = 0; i < count; i++) {
        brokers.configure(i);
      }
      for (int i = 0; i < count; i++) {
        brokers.processes.add(brokers.launch(i));
      }
      brokers.awaitReady();
      return brokers;
    } catch (IOException | RuntimeException e) {
      brokers.close();
      throw new IllegalStateException(e);
    }
  }

  private static List<Integer> freePorts(int count) {
    List<ServerSocket> open = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        open.add(new ServerSocket(0));
      }
      List<Integer> ports = open.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket each : open) {
        each.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the addresses of all brokers, separated by commas. */
  public String addresses() {
    return ports.stream().map(each -> "127.0.0.1:" + each).collect(Collectors.joining(","));
  }

  private Path file(int broker) {
    return directory.resolve("broker" + broker + ".properties");
  }

  private void configure(int broker) throws IOException {
    String voters =
        IntStream.range(0, controllers.size())
            .mapToObj(i -> (i + 1) + "@127.0.0.1:" + controllers.get(i))
            .collect(Collectors.joining(","));
    Files.createDirectories(directory);
    Files.writeString(
        file(broker),
        """
        node.id=%d
        process.roles=broker,controller
        controller.quorum.voters=%s
        listeners=CLIENT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
        advertised.listeners=CLIENT://127.0.0.1:%d
        inter.broker.listener.name=CLIENT
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=CLIENT:%s,CONTROLLER:PLAINTEXT
        log.dirs=%s
        num.network.threads=1
        num.io.threads=2
        broker.session.timeout.ms=3000
        broker.heartbeat.interval.ms=500
        group.initial.rebalance.delay.ms=0
        offsets.topic.num.partitions=4
        offsets.topic.replication.factor=%d
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        unclean.leader.election.enable=false
        %s
        """
            .formatted(
                broker + 1,
                voters,
                ports.get(broker),
                controllers.get(broker),
                ports.get(broker),
                listener.protocol(),
                directory.resolve("data" + broker),
                ports.size(),
                listener.settings()));
    List<String> format =
        new ArrayList<>(
            List.of(
                "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", file(broker).toString()));
    format.addAll(listener.format());
    run("format" + broker, format.toArray(new String[0]));
  }

  private void run(String log, String... arguments) throws IOException {
    Process process = java(log, arguments);
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(Files.readString(directory.resolve(log + ".log")));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process launch(int broker) throws IOException {
    return java("broker" + broker, "kafka.Kafka", file(broker).toString());
  }

  private Process java(String log, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jars() + "/*"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve(log + ".log").toFile()))
        .start();
  }

  /** Returns the directory of the brokers' jars, which a module of the checkout copies. */
  private static Path jars() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve(JARS))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IllegalStateException("no " + JARS + ": build the module examples/hosts");
    }
    return at.resolve(JARS);
  }

  private void awaitReady() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    for (int i = 0; i < ports.size(); i++) {
      while (!isOpen(ports.get(i))) {
        if (System.nanoTime() > deadline || !processes.get(i).isAlive()) {
          throw new IOException(
              "broker %d does not listen: %s"
                  .formatted(i, Files.readString(directory.resolve("broker" + i + ".log"))));
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the process ids of the brokers. */
  public List<Long> pids() {
    return processes.stream().map(Process::pid).toList();
  }

  /** Kills a broker. */
  public void kill(int broker) throws InterruptedException {
    processes.get(broker).destroyForcibly().waitFor();
  }

  /** Starts a killed broker again. */
  public void restart(int broker) throws IOException {
    processes.set(broker, launch(broker));
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
