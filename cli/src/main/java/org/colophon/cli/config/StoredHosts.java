// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostReaders;
import org.jspecify.annotations.Nullable;

/** Histories of the other hosts of a store that no service has opened. */
final class StoredHosts implements HostReaders {
  private final Store queriedStore;
  private final Map<String, LineageReader> open = new HashMap<>();
  private @Nullable Map<String, StoreHost> hosts;

  StoredHosts(Store queriedStore) {
    this.queriedStore = queriedStore;
  }

  @Override
  public String own() {
    return queriedStore.owner().name();
  }

  @Override
  public Optional<String> called(String text) {
    return queriedStore.owner().isCalled(text)
        ? Optional.of("")
        : HostDirectory.called(byName(), text);
  }

  @Override
  public List<String> hosts() {
    return List.copyOf(byName().keySet());
  }

  private Map<String, StoreHost> byName() {
    if (hosts == null) {
      Store main = queriedStore.main();
      List<StoreHost> all = new ArrayList<>(List.of(main.owner()));
      all.addAll(HostDirectory.list(main.directory()));
      hosts = HostDirectory.othersOf(queriedStore.owner(), all);
    }
    return hosts;
  }

  /** Opens the host's primary adapter, since the host's store may lack the requested adapter. */
  @Override
  public LineageReader reader(String host) {
    Store store = queriedStore.main().ofHost(Objects.requireNonNull(byName().get(host), host).id());
    LineageReader reader = store.openReader(store.primary(), Map.of());
    open.put(host, reader);
    return reader;
  }

  @Override
  public void release(String host) {
    open.remove(host).close();
  }

  @Override
  public void close() {
    List.copyOf(open.keySet()).forEach(this::release);
  }
}
