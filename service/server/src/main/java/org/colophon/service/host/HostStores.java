package org.colophon.service.host;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.query.across.HostReaders;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.Route;

/**
 * The open stores of other hosts. A request opens the store of its host, which closes after a while
 * without requests. Any thread; one opens or closes a store while the others wait.
 */
public final class HostStores implements HostRoutes {
  /** Most open stores: each has a journal, adapters and threads of its own. */
  static final int MAX_OPEN = 16;

  static final Duration IDLE = Duration.ofMinutes(10);

  private static final Logger LOG = System.getLogger(HostStores.class.getName());

  private final Path store;
  private final StoreHost own;
  private final Function<Path, HostStore> opener;
  private final LongSupplier nanos;
  private final Map<String, Open> open = new HashMap<>();
  private final Map<String, BootIds> boots = new HashMap<>();
  private boolean isClosed;

  /** An open store and its users. Guarded by the stores' lock. */
  private static final class Open {
    private final StoreHost host;
    private final HostStore store;
    private int users;
    private long lastUsedNanos;

    Open(StoreHost host, HostStore store) {
      this.host = host;
      this.store = store;
    }

    boolean isUnused() {
      return users == 0;
    }
  }

  /**
   * Creates it without an open store.
   *
   * @param store the service's own store
   * @param own the service's own host
   * @param opener opens the store in a directory
   */
  public HostStores(
      Path store, StoreHost own, Function<Path, HostStore> opener, LongSupplier nanos) {
    this.store = store;
    this.own = own;
    this.opener = opener;
    this.nanos = nanos;
  }

  @Override
  public synchronized Optional<Lease> open(HostRequest request) {
    if (isClosed) {
      throw new ColophonException(ErrorCode.OVERLOADED, "the service is stopping");
    }
    boolean isOwn = own.isCalled(request.host());
    StoreHost host = isOwn ? own : hostOf(request);
    if (request.isReporting()) {
      boots
          .computeIfAbsent(host.id(), id -> new BootIds())
          .check(host, request.name(), request.boot());
    }
    return isOwn ? Optional.empty() : Optional.of(lease(host));
  }

  /** Returns the host of a request. A reporter with a whole machine id may be new. */
  private StoreHost hostOf(HostRequest request) {
    String text = request.host();
    if (!request.isReporting() || !StoreHost.isId(text)) {
      return HostDirectory.find(store, text);
    }
    StoreHost named =
        request.name().isEmpty()
            ? StoreHost.withoutName(text)
            : new StoreHost(text, request.name());
    Optional<StoreHost> known = StoreHost.of(HostDirectory.of(store, named));
    if (known.isEmpty() || (!request.name().isEmpty() && !known.get().equals(named))) {
      named.write(HostDirectory.of(store, named));
      return named;
    }
    return known.get();
  }

  private HostLease lease(StoreHost host) {
    Open found = open.get(host.id());
    if (found == null) {
      makeRoom();
      found = new Open(host, opener.apply(HostDirectory.of(store, host)));
      open.put(host.id(), found);
      LOG.log(Level.INFO, "opened the store of host {0}", host.name());
    }
    found.users++;
    return new HostLease(this, found);
  }

  /** Returns the histories beside that of one host, for a question about that one. */
  public HostReaders beside(StoreHost asked, Kernel main, String mainAdapter) {
    return new HostStoreReaders(this, asked, main, mainAdapter);
  }

  StoreHost own() {
    return own;
  }

  /** Returns the directory of the service's own store. */
  Path directory() {
    return store;
  }

  /** Opens the store of another host. */
  synchronized HostLease use(StoreHost host) {
    if (isClosed) {
      throw new ColophonException(ErrorCode.OVERLOADED, "the service is stopping");
    }
    return lease(host);
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

  private void makeRoom() {
    if (open.size() < MAX_OPEN) {
      return;
    }
    Open oldest =
        open.values().stream()
            .filter(Open::isUnused)
            .min((a, b) -> Long.compare(a.lastUsedNanos - b.lastUsedNanos, 0))
            .orElseThrow(
                () ->
                    new ColophonException(
                        ErrorCode.OVERLOADED,
                        "requests use the stores of "
                            + MAX_OPEN
                            + " hosts, the most that are open at once: try again"));
    close(oldest);
  }

  /** Closes stores that failed or were not used for a while. */
  public synchronized void closeIdle() {
    long now = nanos.getAsLong();
    List.copyOf(open.values()).stream()
        .filter(Open::isUnused)
        .filter(each -> each.store.hasFailed() || now - each.lastUsedNanos >= IDLE.toNanos())
        .forEach(this::close);
  }

  private void close(Open ending) {
    open.remove(ending.host.id());
    try {
      ending.store.close();
      LOG.log(Level.INFO, "closed the store of host {0}", ending.host.name());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "cannot close the store of host " + ending.host.name(), e);
    }
  }

  /** The open stores. */
  public synchronized List<HostStore> stores() {
    return open.values().stream().map(each -> each.store).toList();
  }

  /** Closes all stores; later requests are refused. */
  public synchronized void close() {
    isClosed = true;
    List.copyOf(open.values()).forEach(this::close);
  }
}
