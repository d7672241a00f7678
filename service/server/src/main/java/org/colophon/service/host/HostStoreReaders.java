package org.colophon.service.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Deque<Runnable> closing = new ArrayDeque<>();
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

  /** A second host of one name goes by its machine id. */
  private Map<String, StoreHost> byName() {
    if (hosts == null) {
      hosts = new LinkedHashMap<>();
      List<StoreHost> all = new ArrayList<>(List.of(stores.own()));
      all.addAll(stores.others());
      all.remove(asked);
      for (StoreHost each : all) {
        boolean isTaken = hosts.containsKey(each.name()) || each.name().equals(asked.name());
        hosts.put(isTaken ? each.id() : each.name(), each);
      }
    }
    return hosts;
  }

  @Override
  public LineageReader reader(String host) {
    StoreHost wanted = byName().get(host);
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
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
