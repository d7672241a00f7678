package org.colophon.service.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostReaders;

/** Readers of the histories beside the one that is asked about. Opens a store at its first use. */
final class HostStoreReaders implements HostReaders {
  private final HostStores stores;
  private final StoreHost asked;
  private final Kernel main;
  private final String mainAdapter;
  private final Map<String, Deque<Runnable>> open = new HashMap<>();
  private Map<String, StoreHost> hosts;

  HostStoreReaders(HostStores stores, StoreHost asked, Kernel main, String mainAdapter) {
    this.stores = stores;
    this.asked = asked;
    this.main = main;
    this.mainAdapter = mainAdapter;
  }

  @Override
  public String own() {
    return asked.name();
  }

  @Override
  public List<String> hosts() {
    return List.copyOf(byName().keySet());
  }

  private Map<String, StoreHost> byName() {
    if (hosts == null) {
      hosts = HostDirectory.beside(asked, stores.own(), stores.directory());
    }
    return hosts;
  }

  @Override
  public LineageReader reader(String host) {
    StoreHost wanted = byName().get(host);
    Deque<Runnable> closing = open.computeIfAbsent(host, name -> new ArrayDeque<>());
    if (wanted.equals(stores.own())) {
      closing.push(main.reading()::close);
      return main.reader(mainAdapter);
    }
    HostStores.HostLease lease = stores.use(wanted);
    closing.push(lease::close);
    HostStore store = lease.store();
    closing.push(store.kernel().reading()::close);
    return store.kernel().reader(store.adapter());
  }

  @Override
  public void release(String host) {
    open.remove(host).forEach(Runnable::run);
  }

  @Override
  public void close() {
    List.copyOf(open.keySet()).forEach(this::release);
  }
}
