// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.StoreHost;
import org.colophon.query.across.HostPeer;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.host.RemoteHosts;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.Route;

/**
 * The other nodes of a cluster and their hosts. A thread refreshes them regularly. If a node does
 * not answer, its last known hosts remain, so that answers can report them as missing. Any thread.
 */
public final class Nodes implements RemoteHosts, AutoCloseable {
  private static final Logger LOG = System.getLogger(Nodes.class.getName());
  private static final long PERIOD_MILLIS = 2000;
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Threads that wait for nodes. They end when they are idle. */
  private static final Executor THREADS = Executors.newCachedThreadPool(Nodes::daemon);

  /** Order of the copies of a host, the best first. */
  private static final Comparator<RemoteHost> BEST =
      RemoteHost.BY_STATE.thenComparing(Comparator.comparingLong(RemoteHost::lastLsn).reversed());

  private final List<Node> nodes;
  private final String instance;
  private final Supplier<List<Route>> routes;
  private final Thread thread = new Thread(this::run, "colophon-nodes");
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean isRefreshed;
  private volatile Map<String, List<RemoteHost>> copies = Map.of(); // by machine id
  private long refreshedNanos = System.nanoTime() - FRESH_NANOS;

  /**
   * Prepares requests to the nodes.
   *
   * @param instance id of this service, which may be one of the nodes
   * @param routes routes for queries about a host
   */
  public Nodes(NodesConfig config, String instance, Supplier<List<Route>> routes) {
    this.nodes = config.urls().stream().map(url -> new Node(url, config)).toList();
    this.instance = instance;
    this.routes = routes;
    thread.setDaemon(true);
  }

  private static Thread daemon(Runnable task) {
    Thread daemon = new Thread(task, "colophon-node");
    daemon.setDaemon(true);
    return daemon;
  }

  /** Starts the thread that refreshes the nodes. */
  public void start() {
    thread.start();
  }

  private void run() {
    do {
      refresh();
    } while (!isClosingAfter(PERIOD_MILLIS));
  }

  /** Refreshes the hosts of all nodes at the same time, unless this was done recently. */
  private synchronized void refresh() {
    if (System.nanoTime() - refreshedNanos < FRESH_NANOS || closing.getCount() == 0) {
      return;
    }
    CompletableFuture.allOf(
            nodes.stream()
                .map(each -> CompletableFuture.runAsync(() -> refresh(each), THREADS))
                .toArray(CompletableFuture[]::new))
        .join();
    refreshedNanos = System.nanoTime();
    copies =
        others().stream()
            .flatMap(Nodes::copies)
            .collect(Collectors.groupingBy(each -> each.host().id()));
    isRefreshed = true;
  }

  private static void refresh(Node node) {
    String before = node.failure();
    node.refresh();
    String now = node.failure();
    if (!now.isEmpty() && !now.equals(before)) {
      LOG.log(Level.WARNING, "node {0} does not answer: {1}", node.url(), now);
    } else if (now.isEmpty() && !before.isEmpty()) {
      LOG.log(Level.INFO, "node {0} answers", node.url());
    }
  }

  private boolean isClosingAfter(long millis) {
    try {
      return closing.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  private void refreshFirst() {
    if (!isRefreshed) {
      refresh();
    }
  }

  private List<Node> others() {
    refreshFirst(); // needed to exclude this service
    return nodes.stream().filter(each -> !each.hosts().instance().equals(instance)).toList();
  }

  @Override
  public List<RemoteHost> hosts() {
    refreshFirst();
    return copies.values().stream()
        .map(each -> Collections.min(each, BEST))
        .sorted(Comparator.comparing((RemoteHost each) -> each.host().name()))
        .toList();
  }

  @Override
  public List<RemoteHost> copies(String id) {
    refreshFirst();
    return copies.getOrDefault(id, List.of());
  }

  private static Stream<RemoteHost> copies(Node node) {
    return node.hosts().hosts().stream()
        .map(
            each ->
                new RemoteHost(
                    new StoreHost(each.id(), each.name()),
                    node.url(),
                    each.lastLsn(),
                    each.sourceLsn(),
                    node.failure(),
                    each.stopped(),
                    each.standby()));
  }

  @Override
  public List<RemoteHost> hostsNow() {
    refresh();
    return hosts();
  }

  @Override
  public Optional<HostRoutes.Lease> lease(String text) {
    List<RemoteHost> found = called(hosts(), text);
    if (found.isEmpty()) {
      found = called(hostsNow(), text); // the host may be new
    }
    if (found.size() > 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "'%s' means several hosts; give the machine id of one: %s"
              .formatted(text, found.stream().map(RemoteHost::text).toList()));
    }
    return found.stream().findFirst().map(host -> new Forwarding(node(host), host, routes.get()));
  }

  private static List<RemoteHost> called(List<RemoteHost> hosts, String text) {
    return hosts.stream().filter(each -> each.host().isCalled(text)).toList();
  }

  private Node node(RemoteHost host) {
    return nodes.stream().filter(each -> each.url().equals(host.node())).findFirst().orElseThrow();
  }

  @Override
  public List<HostPeer> peers(Map<String, String> idsByName, Set<String> here) {
    Map<String, String> answering = new ConcurrentHashMap<>();
    hosts().forEach(each -> answering.put(each.host().id(), each.node()));
    here.forEach(each -> answering.put(each, ""));
    return others().stream()
        .map(each -> new NodePeer(each, idsByName, answering))
        .filter(NodePeer::isNeeded)
        .<HostPeer>map(each -> each)
        .toList();
  }

  /** Returns a message for each node that does not answer, and the warnings of the others. */
  public List<String> warnings() {
    return nodes.stream().filter(each -> closing.getCount() > 0).flatMap(this::warnings).toList();
  }

  private Stream<String> warnings(Node node) {
    if (!node.failure().isEmpty()) {
      return Stream.of("node " + node.url() + " does not answer: " + node.failure());
    }
    return node.hosts().instance().equals(instance)
        ? Stream.of()
        : node.hosts().warnings().stream().map(each -> "node " + node.url() + ": " + each);
  }

  @Override
  public void close() {
    closing.countDown();
    nodes.forEach(Node::close);
  }
}
