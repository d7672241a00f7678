// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.adapters.CloseSequence;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.HostSummary;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.history.certified.Certification;
import org.colophon.history.certified.LogCopy;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.history.copy.HistoryState;
import org.colophon.history.follow.Following;
import org.colophon.history.index.HostAppliers;
import org.colophon.history.index.IndexedHost;
import org.colophon.history.index.Indexing;
import org.colophon.history.ship.Publishing;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.colophon.service.host.RemoteHosts;
import org.colophon.service.host.node.NodeHosts;
import org.colophon.service.host.node.Nodes;
import org.colophon.service.http.Route;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;

/** Copies of histories that a service makes or serves, and the other services that have copies. */
final class HistoryCopies implements ServicePart {
  private final Path store;
  private final Kernel kernel;
  private final String instance;
  private final Optional<Following> following;
  private final Optional<Publishing> publishing;
  private final Optional<Indexing> indexing;
  private final Optional<Nodes> nodes;
  private final Optional<Certification> certification;
  private final LogCopy copiedLog;
  private final List<HistoryCopy> all = new ArrayList<>();

  /**
   * Prepares the configured copies.
   *
   * @param instance identifies this service
   * @param appliers opens stores of other hosts
   * @param clocks receives the times that hosts report
   * @param hostRoutes routes for queries about a host
   */
  HistoryCopies(
      ServiceConfig config,
      Kernel kernel,
      String instance,
      HostAppliers appliers,
      ObjLongConsumer<StoreHost> clocks,
      Supplier<List<Route>> hostRoutes) {
    this.store = config.store();
    this.kernel = kernel;
    this.instance = instance;
    this.copiedLog = new LogCopy(store, kernel);
    ReplicationConfig replication = config.replication();
    this.following =
        replication
            .follow()
            .map(each -> new Following(each, store, kernel, instance, copiedLog::accept));
    this.publishing = replication.publish().map(each -> new Publishing(each, kernel, this::head));
    this.indexing = replication.index().map(each -> new Indexing(each, store, appliers, clocks));
    Optional<Path> archive = replication.archive().map(ArchiveConfig::directory);
    this.certification =
        replication.certify().map(each -> new Certification(each.orIn(archive), store, kernel));
    this.nodes = replication.nodes().map(each -> new Nodes(each, instance, hostRoutes));
    Stream.of(following, publishing, indexing, certification)
        .flatMap(Optional::stream)
        .forEach(all::add);
  }

  @Override
  public Map<String, Object> status() {
    return all.stream().collect(Collectors.toMap(HistoryCopy::key, HistoryCopy::status));
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    all.forEach(each -> each.lines().forEach(value -> lines.accept(each.key(), value)));
  }

  @Override
  public void register(ServiceMetrics metrics) {
    all.stream()
        .flatMap(each -> each.measures().stream())
        .forEach(each -> metrics.gauge(each.name(), each.help(), each.value()));
  }

  /**
   * Removes the journal readers of copies that are no longer configured, so that the journal may
   * delete frames.
   */
  static void forgetOthers(ReplicationConfig replication, JournalFeeds feeds) {
    if (replication.publish().isEmpty()) {
      feeds.forget(JournalFeeds.PUBLISHER);
    }
    if (replication.follow().isEmpty()) {
      feeds.forget(JournalFeeds.LOG_COPY);
    }
    if (replication.certify().isEmpty()) {
      feeds.forget(JournalFeeds.CERTIFIER);
    }
  }

  @Override
  public void start() {
    all.forEach(HistoryCopy::start);
    nodes.ifPresent(Nodes::start);
  }

  @Override
  public void stop(long millis) {
    CloseSequence steps = new CloseSequence(failure -> {});
    all.forEach(each -> steps.run(each::close));
    nodes.ifPresent(each -> steps.run(each::close));
    steps.run(copiedLog::close);
    steps.throwFirst();
  }

  @Override
  public List<String> warnings() {
    List<String> found = ownWarnings();
    nodes.ifPresent(each -> found.addAll(each.warnings()));
    return found;
  }

  private List<String> ownWarnings() {
    List<String> found = new ArrayList<>();
    all.forEach(each -> found.addAll(each.warnings()));
    if (!copiedLog.failure().isEmpty()) {
      found.add("the copy is not certified: " + copiedLog.failure());
    }
    return found;
  }

  /**
   * Returns the ids of the services that this store's history passes through, beginning with this
   * service.
   */
  List<String> chain() {
    return Stream.concat(
            Stream.of(instance), following.stream().flatMap(each -> each.chain().stream()))
        .toList();
  }

  RemoteHosts remoteHosts() {
    return nodes.<RemoteHosts>map(each -> each).orElse(RemoteHosts.NONE);
  }

  /** Returns false if another indexer now copies the history of a host. */
  boolean isOwned(String hostId) {
    return indexing.map(each -> each.has(hostId)).orElse(true);
  }

  /** Returns whether another indexer has the first copy of a history. */
  boolean isStandby(String hostId) {
    return indexing.map(each -> each.isStandby(hostId)).orElse(false);
  }

  /** Returns whether another service has a better copy of a history. */
  boolean isElsewhere(String hostId) {
    boolean isStandby = isStandby(hostId);
    boolean isStopped = !failure(hostId).isEmpty();
    return (isStandby || isStopped)
        && !hostId.equals(kernel.owner().id())
        && remoteHosts().copies(hostId).stream()
            .anyMatch(each -> each.isBetterThan(isStopped, isStandby));
  }

  /** Returns the last known LSN at the source of a copied history; 0 if unknown. */
  long sourceLsn(String hostId) {
    return indexing.map(each -> each.host(hostId)).map(IndexedHost::sourceLsn).orElse(0L);
  }

  /** Returns the reason why a copied history does not grow; empty otherwise. */
  String failure(String hostId) {
    return hostId.equals(kernel.owner().id())
        ? following.map(each -> each.status().failure()).orElse("")
        : indexing.map(each -> each.host(hostId)).map(IndexedHost::failure).orElse("");
  }

  /**
   * Returns the hosts whose histories this service stores, for other nodes.
   *
   * @param more warnings besides those about the copies
   */
  NodeHosts hosts(List<StoreHost> here, List<String> more) {
    List<NodeHosts.Host> found = new ArrayList<>();
    for (StoreHost each : here) {
      boolean isOwn = each.equals(kernel.owner());
      long lastLsn = HostSummary.lastLsn(isOwn ? store : HostDirectory.of(store, each));
      if (lastLsn > 0) {
        found.add(
            new NodeHosts.Host(
                each.id(),
                each.name(),
                lastLsn,
                sourceLsn(each.id()),
                !failure(each.id()).isEmpty(),
                isStandby(each.id())));
      }
    }
    List<String> warnings = ownWarnings();
    warnings.addAll(more);
    return new NodeHosts(instance, found, warnings);
  }

  /** Returns the newest signed state of the certified log for this store's history. */
  Optional<LogHead> head() {
    return certification.flatMap(Certification::head).or(() -> following.flatMap(Following::head));
  }

  /** Returns the certified log for the history that this store copies. */
  LogCopy copiedLog() {
    return copiedLog;
  }

  /**
   * Returns the last LSN of a history on disk, at the shared log, and at its source.
   *
   * @param of kernel of the history
   * @param copied the certified log of a copied history
   */
  HistoryState state(Kernel of, LogCopy copied) {
    boolean isMain = of == kernel;
    long shipped =
        publishing.filter(each -> isMain).map(each -> each.status().shippedLsn()).orElse(-1L);
    Optional<Long> source =
        isMain
            ? following.map(each -> each.status().sourceLsn())
            : indexing.map(each -> each.host(of.owner().id())).map(IndexedHost::sourceLsn);
    Optional<Certification> certified = certification.filter(each -> isMain);
    return new HistoryState(
        of.owner().name(),
        of.status().durableLsn(),
        shipped,
        source.orElse(-1L),
        failure(of.owner().id()),
        certified.map(Certification::state).orElseGet(copied::state));
  }
}
