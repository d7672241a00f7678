// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.backup.StoreRestore;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.index.HostAppliers;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.OwnAddresses;
import org.colophon.query.across.SharedDirectories;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.Route;
import org.jspecify.annotations.Nullable;

/**
 * The open stores of other hosts. A request opens the store of its host. The store closes after
 * some time without requests. Any thread; only one thread opens or closes a store at a time.
 */
public final class HostStores implements HostRoutes {
  static final Duration IDLE = Duration.ofMinutes(10);

  private static final Logger LOG = System.getLogger(HostStores.class.getName());

  private final Path store;
  private final StoreHost own;
  private final Opener opener;
  private final StoreCapacity capacity;
  private final LongSupplier nanos;
  private final Predicate<String> isOwned;
  private final Predicate<String> isStopped;
  private final Predicate<String> isElsewhere;
  private final RemoteHosts remoteHosts;
  private final Map<String, Map<String, String>> sharedDirectories;
  private final Map<String, Open> open = new ConcurrentHashMap<>(); // changed under the lock
  private final Map<String, OwnAddresses> closedAddresses = new ConcurrentHashMap<>();
  private final Map<String, BootIds> boots = new HashMap<>();
  private final HostClocks clocks = new HostClocks();
  private boolean isClosed;

  /** Opens a store. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens the store in a directory.
     *
     * @param origin history that a new store copies; null for none
     */
    HostStore open(Path directory, @Nullable FeedOrigin origin);

    /**
     * Opens a reader of a closed store, which takes less time and memory than the whole store.
     *
     * @return null if the store must be opened: its journal has more, or no adapter has a reader
     */
    default @Nullable LineageReader openReader(Path directory) {
      return null;
    }
  }

  /** An open store with the number of its users. Guarded by the lock of {@link HostStores}. */
  private static final class Open {
    private final StoreHost host;
    private final HostStore store;
    private final int weight;
    private int users;
    private long lastUsedNanos;

    Open(StoreHost host, HostStore store, int weight) {
      this.host = host;
      this.store = store;
      this.weight = weight;
    }

    boolean isUnused() {
      return users == 0;
    }
  }

  /**
   * Constructs the stores without opening one.
   *
   * @param store the service's own store.
   * @param own the service's own host.
   * @param isOwned returns false for the machine id of a copy that moved to another service.
   * @param isStopped returns true for the machine id of a copy that has stopped before its end.
   * @param isElsewhere returns true for the machine id of a copy that is better at another service.
   * @param remoteHosts hosts of other services.
   * @param sharedDirectories for each shared directory, its path on each host.
   */
  public HostStores(
      Path store,
      StoreHost own,
      Opener opener,
      StoreCapacity capacity,
      LongSupplier nanos,
      Predicate<String> isOwned,
      Predicate<String> isStopped,
      Predicate<String> isElsewhere,
      RemoteHosts remoteHosts,
      Map<String, Map<String, String>> sharedDirectories) {
    this.store = store;
    this.own = own;
    this.opener = opener;
    this.capacity = capacity;
    this.nanos = nanos;
    this.isOwned = isOwned;
    this.isStopped = isStopped;
    this.isElsewhere = isElsewhere;
    this.remoteHosts = remoteHosts;
    this.sharedDirectories = sharedDirectories;
  }

  @Override
  public Optional<Lease> open(HostRequest request) {
    if (own.isCalled(request.host())) {
      check(own, request);
      return Optional.empty();
    }
    if (request.isReporting() && StoreHost.isId(request.host())) {
      return Optional.of(openReporting(request));
    }
    List<StoreHost> others = storedHosts();
    others.remove(own);
    boolean isHere =
        others.stream()
            .anyMatch(each -> each.isCalled(request.host()) && !isElsewhere.test(each.id()));
    Optional<Lease> there =
        isHere || request.isReporting() || request.isForwarded()
            ? Optional.empty()
            : remoteHosts.lease(request.host());
    return there.isPresent()
        ? there
        : Optional.of(openHere(HostDirectory.find(others, store, request.host()), request));
  }

  private synchronized HostLease openHere(StoreHost host, HostRequest request) {
    check(host, request);
    return lease(host, null);
  }

  /**
   * Opens the store of a reporting host, which may be new. The request has the whole machine id.
   */
  private synchronized HostLease openReporting(HostRequest request) {
    String id = request.host();
    StoreHost named =
        request.name().isEmpty() ? StoreHost.withoutName(id) : new StoreHost(id, request.name());
    Path directory = HostDirectory.of(store, named);
    StoreHost known = StoreHost.of(directory).orElse(null);
    boolean isRenamed = !request.name().isEmpty() && !named.equals(known);
    StoreHost host = known == null || isRenamed ? named : known;
    check(host, request);
    if (!host.equals(known)) {
      named.write(directory);
    }
    return lease(host, null);
  }

  /**
   * Rejects requests while the service stops, and requests from two machines with the same machine
   * id.
   */
  private synchronized void check(StoreHost host, HostRequest request) {
    checkOpen();
    if (request.isReporting()) {
      boots
          .computeIfAbsent(host.id(), id -> new BootIds())
          .check(host, request.name(), request.boot());
      observe(host, request.clockMillis());
    }
  }

  /**
   * Records the time that a host sent.
   *
   * @param millis milliseconds since 1970; 0 if the host sent no time
   */
  public void observe(StoreHost host, long millis) {
    if (millis != 0) {
      clocks.observe(host, millis, System.currentTimeMillis());
    }
  }

  /** Returns the clocks of the reporting hosts. */
  public HostClocks clocks() {
    return clocks;
  }

  private HostLease lease(StoreHost host, @Nullable FeedOrigin origin) {
    Open found = open.get(host.id());
    if (found == null) {
      Path directory = HostDirectory.of(store, host);
      int weight = origin != null || FeedOrigin.isMarked(directory) ? 1 : StoreCapacity.RECORDER;
      makeRoom(weight);
      closedAddresses.remove(host.id());
      found = new Open(host, opener.open(directory, origin), weight);
      open.put(host.id(), found);
      LOG.log(Level.INFO, "opened the store of host {0}", host.name());
    }
    found.users++;
    return new HostLease(this, found);
  }

  /**
   * Copies the stores of the other hosts into a directory.
   *
   * @return the names of the hosts
   */
  public List<String> backUp(Path directory) {
    List<String> copied = new ArrayList<>();
    for (StoreHost host : storedHosts()) {
      if (!host.equals(own)) {
        try (HostLease lease = use(host)) {
          lease.store().kernel().backup(directory.resolve(host.id()), hosts -> {});
        }
        copied.add(host.name());
      }
    }
    return copied;
  }

  /** Returns the histories of all other hosts, for a query about one host. */
  public HostReaders otherHosts(StoreHost queriedHost, Kernel main, String mainAdapter) {
    return HostStoreReaders.ofOtherHosts(this, queriedHost, main, mainAdapter);
  }

  /**
   * Returns the histories of this service's hosts by machine id, for queries of other services.
   *
   * @param except machine ids of hosts for which other services answer
   */
  public HostReaders readers(Kernel main, String mainAdapter, Set<String> except) {
    return HostStoreReaders.ofThisService(this, main, mainAdapter, except);
  }

  /** Returns the hosts whose histories this service stores. Its own host is first. */
  public List<StoreHost> storedHosts() {
    List<StoreHost> all = new ArrayList<>(List.of(own));
    for (StoreHost each : HostDirectory.list(store)) {
      boolean isCopy = FeedOrigin.isMarked(HostDirectory.of(store, each));
      if (!isCopy || isOwned.test(each.id())) {
        all.add(each);
      }
    }
    return all;
  }

  /** Returns the stored hosts, except those of which another service has a better copy. */
  public List<StoreHost> answeredHosts() {
    return storedHosts().stream().filter(each -> !isElsewhere.test(each.id())).toList();
  }

  /**
   * Returns the shared directories.
   *
   * @param named the hosts, by the names that a query uses for them
   */
  SharedDirectories shared(Map<String, StoreHost> named) {
    Map<String, Map<String, Bytes>> paths = new HashMap<>();
    sharedDirectories.forEach(
        (name, byHost) ->
            byHost.forEach(
                (text, path) ->
                    named.forEach(
                        (used, host) -> {
                          if (host.isCalled(text)) {
                            paths
                                .computeIfAbsent(name, key -> new HashMap<>())
                                .put(used, Bytes.of(path));
                          }
                        })));
    return paths.isEmpty() ? SharedDirectories.NONE : new SharedDirectories(paths);
  }

  boolean isStopped(String hostId) {
    return isStopped.test(hostId);
  }

  RemoteHosts remoteHosts() {
    return remoteHosts;
  }

  StoreHost own() {
    return own;
  }

  /** Opens a reader of a store that is closed; null if it must be {@link #use}d. */
  @Nullable LineageReader closedReader(StoreHost host) {
    boolean isClosedStore = !open.containsKey(host.id());
    return isClosedStore ? opener.openReader(HostDirectory.of(store, host)) : null;
  }

  /** Opens the store of another host. */
  synchronized HostLease use(StoreHost host) {
    checkOpen();
    return lease(host, null);
  }

  private void checkOpen() {
    if (isClosed) {
      throw ErrorCode.OVERLOADED.exception("the service is stopping");
    }
  }

  /** See {@link HostAppliers#backUp}. */
  public void backUp(StoreHost host, Path target) {
    try (HostLease lease = use(host)) {
      lease.store().kernel().backup(target, hosts -> {});
    }
  }

  /** See {@link HostAppliers#replace}. */
  public synchronized void replace(StoreHost host, long storeId, Path restored) {
    checkOpen();
    Open former = open.get(host.id());
    if (former != null && !former.isUnused()) {
      throw ErrorCode.OVERLOADED.exception(
          "requests use the store of host " + host.name() + ": it is replaced after they end");
    }
    opener.open(restored, new FeedOrigin(storeId, host)).close();
    if (former != null) {
      close(former);
    }
    closedAddresses.remove(host.id());
    StoreRestore.replace(HostDirectory.of(store, host));
  }

  /** See {@link HostAppliers#maxInUse}. */
  public int maxInUse() {
    return capacity.applied();
  }

  /** Opens a store, to apply frames of another host. Creates the store if necessary. */
  public synchronized HostAppliers.Lease follow(StoreHost host, long storeId) {
    checkOpen();
    if (host.id().equals(own.id())) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s records host %s itself: index into another store".formatted(store, host.name()));
    }
    FeedOrigin origin = new FeedOrigin(storeId, host);
    Path directory = HostDirectory.of(store, host);
    requireCopy(host, directory);
    if (!open.containsKey(host.id())) {
      FeedOrigin.of(directory).ifPresent(known -> check(host, storeId, known.storeId()));
      if (!StoreHost.of(directory).equals(Optional.of(host))) {
        host.write(directory);
      }
    }
    HostLease lease = lease(host, origin);
    try {
      Kernel kernel = lease.store().kernel();
      check(host, storeId, kernel.storeId());
      return new FollowingLease(kernel, lease);
    } catch (RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  private static void requireCopy(StoreHost host, Path directory) {
    if (!FeedOrigin.isMarked(directory)
        && StoreIdentity.of(directory, AttachedAdapters.load(directory)).isEstablished()) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the history of host %s here, %s, is no copy, since programs report to it: report in the same way (trace --to URL --no-outbox), or move that directory away"
              .formatted(host.name(), directory));
    }
  }

  private static void check(StoreHost host, long storeId, long knownId) {
    if (storeId != knownId) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "two stores, %s and %s, record host %s (%s): its store was replaced, two users of it have an outbox, --to names this service in two ways, or two machines have this machine id; give each machine its own with systemd-machine-id-setup"
              .formatted(
                  StoreIdentity.format(knownId),
                  StoreIdentity.format(storeId),
                  host.name(),
                  host.id()));
    }
  }

  private record FollowingLease(Kernel kernel, HostLease lease) implements HostAppliers.Lease {
    @Override
    public FrameApplier applier() {
      return kernel.applier();
    }

    @Override
    public void follow(GenerationChain source) {
      kernel.generation().follow(source, applier().lastLsn());
    }

    @Override
    public void follow(GenerationChain source, long frameLsn) {
      kernel.generation().follow(source, applier().lastLsn(), frameLsn);
    }

    @Override
    public boolean certify(LogHead head) {
      return lease.store().certified().accept(head);
    }

    @Override
    public void close() {
      lease.close();
    }
  }

  /** An open store in use. */
  record HostLease(HostStores stores, Open open) implements Lease {
    HostStore store() {
      return open.store;
    }

    @Override
    public List<Route> routes() {
      return open.store.routes();
    }

    @Override
    public void close() {
      stores.release(open);
    }
  }

  private synchronized void release(Open used) {
    used.users--;
    used.lastUsedNanos = nanos.getAsLong();
  }

  private void makeRoom(int weight) {
    while (open.values().stream().mapToInt(each -> each.weight).sum() + weight
        > capacity.copies()) {
      Open oldest =
          open.values().stream()
              .filter(Open::isUnused)
              .min((a, b) -> Long.compare(a.lastUsedNanos - b.lastUsedNanos, 0))
              .orElseThrow(
                  () ->
                      ErrorCode.OVERLOADED.exception(
                          "requests use the stores of %d hosts, and no other fits into memory: try again, or give the service more memory (COLOPHON_HEAP)"
                              .formatted(open.size())));
      close(oldest);
    }
  }

  /** Closes stores that failed or were not used for some time. */
  public synchronized void closeIdle() {
    long now = nanos.getAsLong();
    List.copyOf(open.values()).stream()
        .filter(Open::isUnused)
        .filter(each -> each.store.hasFailed() || now - each.lastUsedNanos >= IDLE.toNanos())
        .forEach(this::close);
  }

  /** Returns the addresses of a host since its store was closed; null if it is open or unknown. */
  @Nullable OwnAddresses closedAddresses(StoreHost host) {
    return closedAddresses.get(host.id());
  }

  private void close(Open ending) {
    open.remove(ending.host.id());
    OwnAddresses addresses = null;
    try (HostStore store = ending.store) {
      LOG.log(Level.INFO, "closes the store of host {0}", ending.host.name());
      addresses = isClosed || store.hasFailed() ? null : addresses(store);
    } catch (RuntimeException e) {
      LOG.log(
          Level.ERROR, "the store of host " + ending.host.name() + " failed while it closed", e);
      return;
    }
    if (addresses != null) {
      closedAddresses.put(ending.host.id(), addresses);
    }
  }

  @SuppressWarnings("try") // the resource is only held open
  private static OwnAddresses addresses(HostStore store) {
    try (OpenRead read = store.kernel().reading()) {
      return OwnAddresses.of(store.kernel().reader(store.adapter()));
    }
  }

  /** The open stores. */
  public synchronized List<HostStore> stores() {
    return open.values().stream().map(each -> each.store).toList();
  }

  /** Deletes the sources of the open stores that have been silent for a long time. */
  public void forgetSilentSources() {
    stores().forEach(each -> each.hourly().run());
  }

  /** Returns the problems of the open stores. Does not wait while a store is being opened. */
  public List<String> warnings() {
    return open.values().stream()
        .filter(each -> !each.store.certified().failure().isEmpty())
        .map(
            each ->
                "the copy of host %s is not certified: %s"
                    .formatted(each.host.name(), each.store.certified().failure()))
        .toList();
  }

  /** Closes all stores. Later requests are rejected. */
  public synchronized void close() {
    isClosed = true;
    List.copyOf(open.values()).forEach(this::close);
  }
}
