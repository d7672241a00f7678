package org.colophon.cli.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostReaders;

/** Histories of the other hosts of a store that no service has open. */
final class StoredHosts implements HostReaders {
  private final Store asked;
  private final String adapter;
  private final List<LineageReader> open = new ArrayList<>();
  private Map<String, Store> stores;

  StoredHosts(Store asked, String adapter) {
    this.asked = asked;
    this.adapter = adapter;
  }

  @Override
  public String own() {
    return asked.owner().name();
  }

  @Override
  public List<String> hosts() {
    return List.copyOf(stores().keySet());
  }

  /** A second host of one name goes by its machine id. */
  private Map<String, Store> stores() {
    if (stores == null) {
      stores = new LinkedHashMap<>();
      Store main = asked.main();
      add(main.owner(), main);
      for (StoreHost each : HostDirectory.list(main.directory())) {
        add(each, main.ofHost(each.id()));
      }
    }
    return stores;
  }

  private void add(StoreHost host, Store store) {
    boolean isTaken = stores.containsKey(host.name()) || host.name().equals(own());
    if (!host.equals(asked.owner()) && store.exists()) {
      stores.put(isTaken ? host.id() : host.name(), store);
    }
  }

  @Override
  public LineageReader reader(String host) {
    Store store = stores().get(host);
    LineageReader reader = store.openReader(store.attached(adapter), Map.of());
    open.add(reader);
    return reader;
  }

  @Override
  public void close() {
    open.forEach(LineageReader::close);
  }
}
