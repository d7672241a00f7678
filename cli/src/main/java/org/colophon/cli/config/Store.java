// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AdapterRefill;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.files.FileTree;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.query.across.HostReaders;
import org.colophon.query.document.TableFormat.HostHistory;
import org.jspecify.annotations.Nullable;

/**
 * Opens a store for reading, even while another process writes, or for exclusive writing through a
 * kernel. The caller closes the result of each call.
 *
 * <p>The primary adapter takes part in every recording. The others rest, and each is brought up to
 * date before it is read.
 */
public final class Store {
  /** Primary adapter of new stores; it answers fastest. */
  public static final String ADAPTER = "rocksdb";

  /** Maximum time in which a service that is stopping stores its last operations. */
  private static final Duration CLOSING_TIME = Duration.ofSeconds(30);

  private static final Duration POLL_TIME = Duration.ofMillis(50);

  private final Path directory;

  /** Store of the service, if {@link #directory} is the store of another host; otherwise null. */
  private final Path root;

  private final @Nullable StoreHost host;
  private final Consumer<String> remarks;
  private final Function<Supplier<AdapterStatus>, Runnable> progress;
  private final @Nullable Path seenStores;
  private final @Nullable SharedLogSpec shippedTo;

  /**
   * Constructs a store.
   *
   * @param directory absolute path
   * @param remarks receives remarks for the user, for example about a recovery
   */
  public Store(Path directory, Consumer<String> remarks) {
    this(directory, remarks, status -> () -> {}, null);
  }

  /**
   * Constructs a store.
   *
   * @param directory absolute path.
   * @param remarks receives remarks for the user, for example about a recovery.
   * @param progress shows the status of an adapter that is brought up to date; its result ends the
   *     display.
   * @param seenStores directory with the newest LSN of each store, see {@code
   *     KernelConfig.Builder#seenStores}; null for none.
   */
  public Store(
      Path directory,
      Consumer<String> remarks,
      Function<Supplier<AdapterStatus>, Runnable> progress,
      @Nullable Path seenStores) {
    this(directory, null, directory, remarks, progress, seenStores, null);
  }

  private Store(
      Path root,
      @Nullable StoreHost host,
      Path directory,
      Consumer<String> remarks,
      Function<Supplier<AdapterStatus>, Runnable> progress,
      @Nullable Path seenStores,
      @Nullable SharedLogSpec shippedTo) {
    this.root = root;
    this.host = host;
    this.seenStores = seenStores;
    this.directory = directory;
    this.remarks = remarks;
    this.progress = progress;
    this.shippedTo = shippedTo;
  }

  /** Returns the same store with another receiver of remarks. */
  public Store remarking(Consumer<String> listener) {
    return new Store(root, host, directory, listener, progress, seenStores, shippedTo);
  }

  /**
   * Returns a store whose recordings are shipped to another host.
   *
   * @param place directory of the store
   * @param shipped where the recordings are shipped
   */
  public Store outbox(Path place, SharedLogSpec shipped) {
    return new Store(place, null, place, remarks, progress, seenStores, shipped);
  }

  /** Returns the shared log to which recordings are shipped; empty for none. */
  public Optional<SharedLogSpec> shippedTo() {
    return Optional.ofNullable(shippedTo);
  }

  /** Reports a remark to the user. */
  public void remark(String text) {
    remarks.accept(text);
  }

  /**
   * Returns the store of another host that reported to this store's service.
   *
   * @param name a name or machine id; that of the store's own host returns this store
   * @throws ColophonException NOT_FOUND; the message has the known hosts
   */
  public Store ofHost(String name) {
    StoreHost own = StoreHost.of(directory).orElse(null);
    if (own != null && own.isCalled(name)) {
      return this;
    }
    List<StoreHost> all = new ArrayList<>(HostDirectory.list(directory));
    if (all.stream().noneMatch(each -> each.isCalled(name))) {
      servedHosts().stream().filter(each -> !all.contains(each)).forEach(all::add);
    }
    StoreHost other = HostDirectory.find(all, directory, name);
    Path there = HostDirectory.of(directory, other);
    return new Store(root, other, there, remarks, progress, seenStores, null);
  }

  /**
   * Returns the hosts that the running service knows, including those at other nodes. Returns none
   * if no service runs.
   */
  public List<StoreHost> servedHosts() {
    try (ServiceConnection service = ServiceConnection.ofStore(root).orElse(null)) {
      return service == null
          ? List.of()
          : ServedHost.of(service).stream().map(ServedHost::host).toList();
    }
  }

  /** Returns readers for the histories of the other hosts. */
  public HostReaders otherHosts() {
    return new StoredHosts(this);
  }

  /** Returns the id of the store. */
  public String id() {
    return StoreIdentity.format(StoreIdentity.of(directory, AttachedAdapters.load(directory)).id());
  }

  /** Returns the history of this store's host, for an export. */
  public HostHistory history() {
    StoreHost owner = owner();
    return new HostHistory(
        owner.name(), owner.id(), id(), StoreGeneration.chainOf(directory), this::openReader);
  }

  /** Returns the histories of all hosts of this store, first of its own. */
  public List<HostHistory> histories() {
    List<HostHistory> all = new ArrayList<>(List.of(history()));
    for (StoreHost each : HostDirectory.list(directory)) {
      all.add(ofHost(each.id()).history());
    }
    return all;
  }

  StoreHost owner() {
    return StoreHost.of(directory).orElseGet(() -> HostInfo.ofThisMachine().owner());
  }

  /** Returns the store that contains the stores of all hosts. */
  Store main() {
    return new Store(root, null, root, remarks, progress, seenStores, shippedTo);
  }

  /**
   * Connects to the service that has opened the store, for requests about this host. Returns
   * nothing if no service runs.
   */
  public Optional<ServiceConnection> connect() {
    return connect(ServiceConnection.ANSWER_TIME);
  }

  /**
   * Connects to the service, see {@link #connect()}.
   *
   * @param answerTime maximum time in which the service must answer
   */
  public Optional<ServiceConnection> connect(Duration answerTime) {
    Optional<ServiceConnection> running = ServiceConnection.ofStore(root, answerTime);
    if (host != null) {
      running.ifPresent(connection -> connection.setHost(host.id()));
    }
    return running;
  }

  /**
   * Waits until a service that is stopping has stored its last operations and closed the store.
   * Returns at once if the service was killed, and after {@link #CLOSING_TIME} in any case.
   */
  public void awaitStoppingService() {
    long begin = System.nanoTime();
    while (ServiceAddress.of(root).isPresent()
        && isLocked()
        && System.nanoTime() - begin < CLOSING_TIME.toNanos()) {
      LockSupport.parkNanos(POLL_TIME.toNanos());
    }
  }

  private boolean isLocked() {
    try {
      StoreDirectory.lock(directory).close();
      return false;
    } catch (ColophonException e) {
      return e.code() == ErrorCode.STORE_LOCKED;
    }
  }

  public Path directory() {
    return directory;
  }

  /** Returns whether the directory contains a store. Rejects a foreign or newer store. */
  public boolean exists() {
    return StoreDirectory.exists(directory);
  }

  /**
   * Throws if the directory contains no store.
   *
   * @throws ColophonException NOT_FOUND
   */
  public void requireToExist() {
    if (!exists()) {
      throw ErrorCode.NOT_FOUND.exception(
          "nothing has been recorded in " + directory + " yet; try: colophon trace -- make");
    }
  }

  /**
   * Returns the durable adapters of the store, even if the store was created before the list of
   * adapters existed.
   */
  public List<AttachedAdapter> attached() {
    List<AttachedAdapter> attached = new ArrayList<>(AttachedAdapters.of(directory));
    boolean isListed = attached.stream().anyMatch(each -> each.name().equals(ADAPTER));
    if (!isListed && (attached.isEmpty() || Files.isDirectory(adapterDirectory(ADAPTER)))) {
      attached.add(0, new AttachedAdapter(ADAPTER, ADAPTER, Map.of(), 0));
    }
    return attached;
  }

  /**
   * Returns one of the attached adapters.
   *
   * @throws ColophonException NOT_FOUND; the message has the attached adapters
   */
  public AttachedAdapter attached(String name) {
    return find(name)
        .orElseThrow(
            () ->
                ErrorCode.NOT_FOUND.exception(
                    "this store has no adapter '%s', only %s; to attach one: colophon adapters attach %s"
                        .formatted(name, names(), name)));
  }

  /** Returns the attached adapter with a name; empty if none exists. */
  public Optional<AttachedAdapter> find(String name) {
    return attached().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  private String names() {
    return String.join(", ", attached().stream().map(AttachedAdapter::name).toList());
  }

  /** Returns the primary adapter, which takes part in every recording and answers by default. */
  public AttachedAdapter primary() {
    List<AttachedAdapter> attached = attached();
    return attached.stream()
        .filter(each -> each.name().equals(ADAPTER))
        .findFirst()
        .or(() -> attached.stream().filter(each -> isReadable(each.engine())).findFirst())
        .orElse(attached.get(0));
  }

  /**
   * Removes an adapter and deletes its files.
   *
   * @throws ColophonException NOT_FOUND; STORE_LOCKED; BAD_REQUEST for the primary adapter, or if
   *     no other adapter has the adapter's data
   */
  public void detach(String name) {
    refusePrimary(name);
    explaining(
        () -> {
          AttachedAdapters.detach(directory, name);
          return null;
        });
  }

  /**
   * Rejects the primary adapter, from which the others are filled.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public void refusePrimary(String name) {
    if (name.equals(primary().name())) {
      throw ErrorCode.BAD_REQUEST.exception(
          name + " is the primary adapter, from which the others are filled; it must stay");
    }
  }

  /**
   * Deletes an adapter's data, so that {@link #catchUp} fills it again. The adapter's other files,
   * such as passwords, remain.
   *
   * @throws ColophonException see {@link #detach}
   */
  public void empty(String name) {
    try {
      AdapterRefill.renew(directory, configOf(name));
    } catch (ColophonException e) {
      throw StoreWriter.explain(directory, e);
    }
  }

  private static boolean isReadable(String engine) {
    return Engines.can(engine, StorageCapability.READ) || Engines.isOptional(engine);
  }

  /** Opens the primary adapter for reading, see {@link #openReader(AttachedAdapter, Map)}. */
  public LineageReader openReader() {
    requireToExist();
    return openReader(primary(), Map.of());
  }

  /**
   * Opens an adapter for reading. A resting adapter is first brought up to date from the journal,
   * unless another process writes.
   *
   * @param more additional options for this reader only
   * @throws ColophonException NOT_FOUND if the store does not exist; BAD_REQUEST if the adapter
   *     only writes
   */
  public LineageReader openReader(AttachedAdapter adapter, Map<String, String> more) {
    requireToExist();
    if (!isReadable(adapter.engine())) {
      throw ErrorCode.BAD_REQUEST.exception(
          "adapter %s cannot be queried; choose another one: %s"
              .formatted(
                  adapter.name(),
                  attached().stream()
                      .filter(each -> isReadable(each.engine()))
                      .map(AttachedAdapter::name)
                      .collect(Collectors.joining(", "))));
    }
    if (!Files.isDirectory(adapterDirectory(adapter.name()))) {
      refresh(adapter, 0);
    }
    LineageReader reader = open(adapter, more);
    try {
      if (refresh(adapter, reader.visibleLsn()) && isBehind(reader.visibleLsn())) {
        reader.close();
        return open(adapter, more); // a reader shows the state at its opening
      }
      return reader;
    } catch (RuntimeException | Error e) {
      reader.close();
      throw e;
    }
  }

  private LineageReader open(AttachedAdapter adapter, Map<String, String> more) {
    StoreDirectory.requireOwnParts(directory, adapter.name());
    Map<String, String> options = new HashMap<>(adapter.options());
    options.putAll(more);
    return Engines.get(adapter.engine())
        .openReader(new StorageConfig(adapterDirectory(adapter.name()), options));
  }

  /** Returns whether the journal has later LSNs than a reader. */
  public boolean isBehind(long visibleLsn) {
    return StoreDirectory.isJournalAhead(directory, visibleLsn);
  }

  /**
   * Brings an adapter up to date from the journal. After a crash, records gaps for recordings
   * without an end. If another process writes, a remark reports the missing part.
   *
   * @param visibleLsn the last LSN that the adapter's reader sees
   * @return true if the adapter received records
   */
  public boolean refresh(AttachedAdapter adapter, long visibleLsn) {
    boolean isBehind = isBehind(visibleLsn);
    if (!isBehind && !StoreDirectory.isLeftOpen(directory)) {
      return false;
    }
    try {
      feed(adapter, 1);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_LOCKED && e.code() != ErrorCode.NOT_PERMITTED) {
        throw e;
      }
      if (!isBehind) {
        return false;
      }
      boolean isPrimary = adapter.name().equals(primary().name());
      remarks.accept(
          e.getMessage()
              + (isPrimary
                  ? "; its newest records may be missing in this answer"
                  : "; %s answers as of LSN %d".formatted(adapter.name(), visibleLsn)));
      return false;
    }
    if (isBehind && adapter.name().equals(primary().name())) {
      remarks.accept("the last recording was interrupted; its journaled operations are stored now");
    }
    return true;
  }

  /**
   * Runs an adapter beside the primary until it has all records. If the journal no longer has all
   * missing records, fills the adapter from another adapter. Attaches the adapter if necessary.
   *
   * @param maxShare maximum share of the machine, above 0 and at most 1
   * @return the adapter's final status
   * @throws ColophonException STORE_LOCKED; ADAPTER_FAILED if the adapter failed permanently
   */
  public AdapterStatus catchUp(AttachedAdapter adapter, double maxShare) {
    return explaining(() -> feed(adapter, maxShare));
  }

  private AdapterStatus feed(AttachedAdapter adapter, double maxShare) {
    AdapterConfig wanted =
        new AdapterConfig(
            adapter.name(), Engines.get(adapter.engine()), adapter.options(), maxShare);
    List<AdapterConfig> running = new ArrayList<>(List.of(wanted));
    if (adapter.name().equals(primary().name())) {
      others(adapter).forEach(running::add);
    }
    KernelConfig config = config(running).build();
    return CatchUpMark.around(directory, () -> feed(adapter, config));
  }

  /** Returns the other adapters from which the primary can be filled. */
  private Stream<AdapterConfig> others(AttachedAdapter primary) {
    return attached().stream()
        .filter(each -> !each.name().equals(primary.name()) && isReadable(each.engine()))
        .map(each -> configOf(each.name()));
  }

  /**
   * Does the same as {@link #catchUp}, but records a gap for records that are lost from the
   * journal, the adapter and the primary.
   */
  public AdapterStatus acceptLoss(AttachedAdapter adapter) {
    KernelConfig config = config(List.of(configOf(adapter.name()))).acceptLoss().build();
    return explaining(() -> CatchUpMark.around(directory, () -> feed(adapter, config)));
  }

  private AdapterStatus feed(AttachedAdapter adapter, KernelConfig config) {
    try (Kernel kernel = Kernel.open(config)) {
      drain(kernel, adapter.name());
      AdapterStatus status = status(kernel, adapter.name());
      if (status.state() == AdapterState.FAILED) {
        throw ErrorCode.ADAPTER_FAILED.exception(
            "adapter %s failed: %s".formatted(adapter.name(), status.failure()));
      }
      return status;
    }
  }

  private void drain(Kernel kernel, String name) {
    Runnable end = progress.apply(() -> status(kernel, name));
    try {
      kernel.drain();
    } finally {
      end.run();
    }
  }

  private static AdapterStatus status(Kernel kernel, String name) {
    return kernel.status().adapters().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Opens the store for writing. Creates it if it does not exist. Waits some seconds for a command
   * that only brings an adapter up to date.
   *
   * @param alsoInto names of further adapters or engines that receive all records
   */
  public Kernel openKernel(List<String> alsoInto) {
    KernelConfig config = config(alsoInto.stream().map(this::configOf).toList()).build();
    return explaining(() -> CatchUpMark.patiently(directory, () -> Kernel.open(config), remarks));
  }

  /**
   * Copies the store, and the stores of other hosts in it.
   *
   * @param target an absolute directory that does not exist
   * @param copied receives the name of each other host
   * @return the last LSN in the copy of this host's store
   */
  public long backup(Path target, Consumer<String> copied) {
    FeedOrigin copy = FeedOrigin.of(directory).orElse(null);
    KernelConfig config = config(List.of()).following(copy).build();
    return explaining(
        () -> {
          try (Kernel kernel =
              CatchUpMark.patiently(directory, () -> Kernel.open(config), remarks)) {
            return kernel.backup(target, hosts -> backUpHosts(hosts, copied));
          }
        });
  }

  private void backUpHosts(Path place, Consumer<String> copied) {
    for (StoreHost each : HostDirectory.list(directory)) {
      ofHost(each.id()).backup(place.resolve(each.id()), copied);
      copied.accept(each.name());
    }
  }

  /**
   * Applies the frames of the store's archive. Creates the store if it does not exist.
   *
   * @return the last LSN
   */
  public long continueFrom(Archive archive, long untilLsn, LongConsumer progress) {
    return ArchiveRestore.apply(config(List.of()), archive, untilLsn, progress);
  }

  private <T> T explaining(Supplier<T> work) {
    try {
      return work.get();
    } catch (ColophonException e) {
      throw StoreWriter.explain(directory, e);
    }
  }

  private AdapterConfig configOf(String name) {
    AttachedAdapter adapter =
        find(name).orElseGet(() -> new AttachedAdapter(name, name, Map.of(), 0));
    return new AdapterConfig(name, Engines.get(adapter.engine()), adapter.options());
  }

  /**
   * Returns the configuration of a kernel. The primary adapter is first, since it has older names
   * and identities.
   */
  private KernelConfig.Builder config(List<AdapterConfig> others) {
    KernelConfig.Builder config = KernelConfig.builder(directory).seenStores(seenStores);
    String primary = primary().name();
    boolean isNamed = others.stream().anyMatch(each -> each.name().equals(primary));
    if (!isNamed) {
      config.adapter(configOf(primary));
    }
    others.forEach(config::adapter);
    return config;
  }

  /** Returns the directory with an adapter's files. */
  public Path adapterDirectory(String adapter) {
    return StoreDirectory.adapterIn(directory, adapter);
  }

  /** Returns the size of an adapter's files on disk; 0 if it has none. */
  public long bytes(String adapter) {
    Path files = adapterDirectory(adapter);
    try {
      return FileTree.bytes(files);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read " + files + ": " + IoFailure.reason(e), e);
    }
  }
}
