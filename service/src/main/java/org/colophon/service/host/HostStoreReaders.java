// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostPeer;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.OwnAddresses;
import org.colophon.query.across.SharedDirectories;
import org.jspecify.annotations.Nullable;

/** Readers of the histories of other hosts. Opens a store when it is first used. */
final class HostStoreReaders implements HostReaders {
  private final HostStores stores;
  private final String own;
  private final Map<String, StoreHost> byName;

  /** All hosts, including those of other services. The query's host has an empty name. */
  private final Map<String, StoreHost> all;

  private final List<HostPeer> peers;
  private final SharedDirectories shared;
  private final Kernel main;
  private final String mainAdapter;
  private final Map<String, Deque<Runnable>> open = new HashMap<>();

  private HostStoreReaders(
      HostStores stores,
      String own,
      Map<String, StoreHost> byName,
      Map<String, StoreHost> all,
      List<HostPeer> peers,
      Kernel main,
      String mainAdapter) {
    this.stores = stores;
    this.own = own;
    this.byName = byName;
    this.all = all;
    this.peers = peers;
    this.shared = stores.shared(all);
    this.main = main;
    this.mainAdapter = mainAdapter;
  }

  /**
   * Returns readers by name for all hosts except the query's host. They include the hosts of other
   * services.
   */
  static HostReaders ofOtherHosts(
      HostStores stores, StoreHost queriedHost, Kernel main, String mainAdapter) {
    List<StoreHost> hosts = new ArrayList<>(stores.answeredHosts());
    Map<String, StoreHost> named = HostDirectory.othersOf(queriedHost, hosts);
    Set<String> here =
        Stream.concat(hosts.stream(), Stream.of(queriedHost))
            .map(StoreHost::id)
            .collect(Collectors.toSet());
    stores.remoteHosts().hosts().stream()
        .map(RemoteHosts.RemoteHost::host)
        .filter(each -> !here.contains(each.id()))
        .forEach(hosts::add);
    Map<String, StoreHost> all = HostDirectory.othersOf(queriedHost, hosts);
    Map<String, String> ids = new HashMap<>();
    all.forEach((name, host) -> ids.put(name, host.id()));
    ids.put("", queriedHost.id());
    ids.put(queriedHost.name(), queriedHost.id());
    List<HostPeer> peers = stores.remoteHosts().peers(ids, here);
    all.put("", queriedHost);
    return new HostStoreReaders(stores, queriedHost.name(), named, all, peers, main, mainAdapter);
  }

  /** Returns readers for all hosts of this service, by machine id, except some. */
  static HostReaders ofThisService(
      HostStores stores, Kernel main, String mainAdapter, Set<String> except) {
    Map<String, StoreHost> byId = new LinkedHashMap<>();
    stores.storedHosts().forEach(each -> byId.put(each.id(), each));
    byId.keySet().removeAll(except);
    return new HostStoreReaders(stores, "", byId, byId, List.of(), main, mainAdapter);
  }

  @Override
  public String own() {
    return own;
  }

  @Override
  public Optional<String> called(String text) {
    return HostDirectory.called(all, text)
        .or(
            () -> // the host may be new
            stores.remoteHosts().hostsNow().stream()
                    .map(RemoteHosts.RemoteHost::host)
                    .filter(each -> each.isCalled(text))
                    .map(StoreHost::name)
                    .findFirst());
  }

  @Override
  public List<String> hosts() {
    return List.copyOf(byName.keySet());
  }

  @Override
  public List<HostPeer> peers() {
    return peers;
  }

  @Override
  public List<String> doubtfulClocks() {
    return stores.clocks().warnings();
  }

  @Override
  public boolean isStopped(String host) {
    return stores.isStopped(named(host).id());
  }

  @Override
  public @Nullable OwnAddresses addresses(String host) {
    return stores.closedAddresses(named(host));
  }

  private StoreHost named(String host) {
    return Objects.requireNonNull(byName.get(host), host);
  }

  @Override
  public SharedDirectories shared() {
    return shared;
  }

  @Override
  public LineageReader reader(String host) {
    StoreHost wanted = named(host);
    Deque<Runnable> closing = open.computeIfAbsent(host, name -> new ArrayDeque<>());
    if (wanted.equals(stores.own())) {
      closing.push(main.reading()::close);
      return main.reader(mainAdapter);
    }
    LineageReader closed = stores.closedReader(wanted);
    if (closed != null) {
      closing.push(closed::close);
      return closed;
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
