// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.RootPaths;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.service.config.history.ReplicationConfig;

/**
 * Configuration of a service. Immutable. Created by {@link #of} or read from YAML.
 *
 * @param store absolute directory of the store
 * @param adapters storage adapters; the first readable one answers queries by default
 * @param reporters reporters that start with the service
 * @param backupRoots directories below which callers may write backups; without any, only the owner
 *     may, anywhere
 */
public record ServiceConfig(
    Path store,
    List<AdapterSpec> adapters,
    List<ReporterSpec> reporters,
    ListenConfig listen,
    LimitsConfig limits,
    JournalSpec journal,
    AttachConfig attach,
    RootPaths backupRoots,
    RetentionConfig retention,
    VerifyConfig verify,
    ReplicationConfig replication,
    LogFormat logFormat) {
  /** Maximum length of a socket file's path in Java. */
  public static final int MAX_SOCKET_PATH_BYTES = 106;

  /**
   * Maximum length of a socket's directory. The socket is first created there as {@code .sXX/s},
   * then moved.
   */
  private static final int MAX_SOCKET_DIRECTORY_BYTES = MAX_SOCKET_PATH_BYTES - "/.sXX/s".length();

  public ServiceConfig {
    store = store.toAbsolutePath().normalize();
    adapters = List.copyOf(adapters);
    reporters = List.copyOf(reporters);
    ErrorCode.BAD_REQUEST.require(
        !adapters.isEmpty(), "a service needs at least one storage adapter");
    long names = adapters.stream().map(AdapterSpec::name).distinct().count();
    ErrorCode.BAD_REQUEST.require(names == adapters.size(), "two adapters have the same name");
    listen.socket().ifPresent(ServiceConfig::checkedSocket);
    ErrorCode.BAD_REQUEST.require(
        replication.follow().isEmpty() || reporters.isEmpty(),
        "a service that follows another takes no reporters: attach them to the other one");
    ErrorCode.BAD_REQUEST.require(
        replication.follow().isEmpty() || retention.equals(RetentionConfig.KEEP_ALL),
        "a service that follows another keeps all history: leave out retention");
    ErrorCode.BAD_REQUEST.require(
        replication.index().isEmpty() || retention.equals(RetentionConfig.KEEP_ALL),
        "a service that indexes other hosts keeps all history: leave out retention");
  }

  /** Returns the default configuration for a store. */
  public static ServiceConfig of(Path store) {
    return new ServiceConfig(
        store,
        List.of(AdapterSpec.of("rocksdb")),
        List.of(),
        ListenConfig.DEFAULT,
        LimitsConfig.DEFAULT,
        JournalSpec.DEFAULT,
        AttachConfig.DEFAULT,
        RootPaths.NONE,
        RetentionConfig.KEEP_ALL,
        VerifyConfig.DEFAULT,
        ReplicationConfig.NONE,
        LogFormat.TEXT);
  }

  public ServiceConfig withStore(Path value) {
    return RecordCopy.with(this, "store", value);
  }

  /**
   * Returns the configuration for the store of another host. Excludes adapters whose data is
   * outside of the store, since they serve this host only.
   */
  public ServiceConfig ofHost(Path directory) {
    List<AdapterSpec> inStore =
        adapters.stream().filter(AdapterSpec::isInStore).map(AdapterSpec::ofHost).toList();
    ErrorCode.BAD_REQUEST.require(
        !inStore.isEmpty(), "the store of another host needs an adapter that keeps its data there");
    return withStore(directory).withAdapters(inStore).withReplication(replication.ofHost());
  }

  public ServiceConfig withAdapters(List<AdapterSpec> value) {
    return RecordCopy.with(this, "adapters", value);
  }

  public ServiceConfig withReporters(List<ReporterSpec> value) {
    return RecordCopy.with(this, "reporters", value);
  }

  public ServiceConfig withListen(ListenConfig value) {
    return RecordCopy.with(this, "listen", value);
  }

  public ServiceConfig withLimits(LimitsConfig value) {
    return RecordCopy.with(this, "limits", value);
  }

  public ServiceConfig withRetention(RetentionConfig value) {
    return RecordCopy.with(this, "retention", value);
  }

  public ServiceConfig withVerify(VerifyConfig value) {
    return RecordCopy.with(this, "verify", value);
  }

  public ServiceConfig withAttach(AttachConfig value) {
    return RecordCopy.with(this, "attach", value);
  }

  public ServiceConfig withBackupRoots(RootPaths value) {
    return RecordCopy.with(this, "backupRoots", value);
  }

  public ServiceConfig withReplication(ReplicationConfig value) {
    return RecordCopy.with(this, "replication", value);
  }

  public ServiceConfig withLogFormat(LogFormat value) {
    return RecordCopy.with(this, "logFormat", value);
  }

  /** Returns the socket file: the configured one, or else the default. */
  public Path socket() {
    return listen.socket().orElseGet(() -> defaultSocket(store));
  }

  /** Returns the token file: the configured one, or else {@code token} in the store. */
  public Path tokenFile() {
    return listen.tokenFile().orElseGet(() -> store.resolve("token"));
  }

  /**
   * Returns the default socket file: {@code socket} in the store. If its path is too long, returns
   * a file in {@code $XDG_RUNTIME_DIR} or the temporary directory, with a name derived from the
   * store's path.
   */
  public static Path defaultSocket(Path store) {
    Path own = store.toAbsolutePath().normalize().resolve("socket");
    if (bytes(own) <= MAX_SOCKET_PATH_BYTES && directoryBytes(own) <= MAX_SOCKET_DIRECTORY_BYTES) {
      return own;
    }
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    String directory = runtime == null ? System.getProperty("java.io.tmpdir") : runtime;
    return Path.of(directory, "colophon-" + Integer.toHexString(own.toString().hashCode()));
  }

  /** Returns a path if the operating system accepts it for a socket. */
  public static Path checkedSocket(Path socket) {
    if (socket.getFileName() == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          socket + " is not the path of a socket file: name a file in a directory");
    }
    if (bytes(socket) > MAX_SOCKET_PATH_BYTES) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a socket's path has at most %d bytes, this one %d: %s"
              .formatted(MAX_SOCKET_PATH_BYTES, bytes(socket), socket));
    }
    if (directoryBytes(socket) > MAX_SOCKET_DIRECTORY_BYTES) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the path of a socket's directory has at most %d bytes, this one %d: %s"
              .formatted(MAX_SOCKET_DIRECTORY_BYTES, directoryBytes(socket), socket));
    }
    return socket;
  }

  private static int directoryBytes(Path socket) {
    return bytes(socketDirectory(socket));
  }

  /** Returns the directory of a socket file. */
  public static Path socketDirectory(Path socket) {
    return Objects.requireNonNull(socket.toAbsolutePath().getParent());
  }

  private static int bytes(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
