package org.colophon.service.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.file.ConfigFile;

/**
 * Everything that a service can be told. Immutable; built in code from {@link #of}, or by {@link
 * ConfigFile} from YAML.
 *
 * @param store the store's folder, absolute
 * @param adapters the first that can be read answers questions that name none
 * @param reporters started with the service
 */
public record ServiceConfig(
    Path store,
    List<AdapterSpec> adapters,
    List<ReporterSpec> reporters,
    ListenConfig listen,
    LimitsConfig limits,
    JournalSpec journal,
    AttachConfig attach,
    RetentionConfig retention,
    LogFormat logFormat) {
  /** What Java takes as the path of a socket file; the operating system takes one byte more. */
  public static final int MAX_SOCKET_PATH_BYTES = 106;

  /** A socket is made in a folder beside its place, as {@code .sXX/s}. */
  private static final int MAX_SOCKET_FOLDER_BYTES = MAX_SOCKET_PATH_BYTES - "/.sXX/s".length();

  public ServiceConfig {
    store = store.toAbsolutePath().normalize();
    adapters = List.copyOf(adapters);
    reporters = List.copyOf(reporters);
    Checks.require(!adapters.isEmpty(), "a service needs at least one storage adapter");
    long names = adapters.stream().map(AdapterSpec::name).distinct().count();
    Checks.require(names == adapters.size(), "two adapters have the same name");
    listen.socket().ifPresent(ServiceConfig::checkedSocket);
  }

  /** Defaults for the store in a folder. */
  public static ServiceConfig of(Path store) {
    return new ServiceConfig(
        store,
        List.of(AdapterSpec.of("rocksdb")),
        List.of(),
        ListenConfig.DEFAULT,
        LimitsConfig.DEFAULT,
        JournalSpec.DEFAULT,
        AttachConfig.DEFAULT,
        RetentionConfig.KEEP_ALL,
        LogFormat.TEXT);
  }

  /** The same for another store. */
  public ServiceConfig withStore(Path value) {
    return new ServiceConfig(
        value, adapters, reporters, listen, limits, journal, attach, retention, logFormat);
  }

  /** The same with other adapters. */
  public ServiceConfig withAdapters(List<AdapterSpec> value) {
    return new ServiceConfig(
        store, value, reporters, listen, limits, journal, attach, retention, logFormat);
  }

  /** The same with other reporters. */
  public ServiceConfig withReporters(List<ReporterSpec> value) {
    return new ServiceConfig(
        store, adapters, value, listen, limits, journal, attach, retention, logFormat);
  }

  /** The same, listening elsewhere. */
  public ServiceConfig withListen(ListenConfig value) {
    return new ServiceConfig(
        store, adapters, reporters, value, limits, journal, attach, retention, logFormat);
  }

  /** The same with other limits. */
  public ServiceConfig withLimits(LimitsConfig value) {
    return new ServiceConfig(
        store, adapters, reporters, listen, value, journal, attach, retention, logFormat);
  }

  /** The same, letting go of something else. */
  public ServiceConfig withRetention(RetentionConfig value) {
    return new ServiceConfig(
        store, adapters, reporters, listen, limits, journal, attach, value, logFormat);
  }

  /** The same with other rights of callers. */
  public ServiceConfig withAttach(AttachConfig value) {
    return new ServiceConfig(
        store, adapters, reporters, listen, limits, journal, value, retention, logFormat);
  }

  /** The same with log lines of another form. */
  public ServiceConfig withLogFormat(LogFormat value) {
    return new ServiceConfig(
        store, adapters, reporters, listen, limits, journal, attach, retention, value);
  }

  /** The socket file: as configured, else the default. */
  public Path socket() {
    return listen.socket().orElseGet(() -> defaultSocket(store));
  }

  /** The token's file: as configured, else in the store. */
  public Path tokenFile() {
    return listen.tokenFile().orElseGet(() -> store.resolve("token"));
  }

  /**
   * {@code socket} in the store's folder, where whoever knows the store finds it; if that path is
   * too long for a socket, a name made of it in {@code $XDG_RUNTIME_DIR} or the temporary folder.
   */
  public static Path defaultSocket(Path store) {
    Path own = store.toAbsolutePath().normalize().resolve("socket");
    if (bytes(own) <= MAX_SOCKET_PATH_BYTES && folderBytes(own) <= MAX_SOCKET_FOLDER_BYTES) {
      return own;
    }
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    String folder = runtime == null ? System.getProperty("java.io.tmpdir") : runtime;
    return Path.of(folder, "colophon-" + Integer.toHexString(own.toString().hashCode()));
  }

  /** Refuses a path that the operating system would not take for a socket. */
  public static Path checkedSocket(Path socket) {
    if (socket.getFileName() == null) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, socket + " is no name for a socket");
    }
    if (bytes(socket) > MAX_SOCKET_PATH_BYTES) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "a socket's path has at most %d bytes, this one %d: %s"
              .formatted(MAX_SOCKET_PATH_BYTES, bytes(socket), socket));
    }
    if (folderBytes(socket) > MAX_SOCKET_FOLDER_BYTES) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the path of a socket's folder has at most %d bytes, this one %d: %s"
              .formatted(MAX_SOCKET_FOLDER_BYTES, folderBytes(socket), socket));
    }
    return socket;
  }

  private static int folderBytes(Path socket) {
    return bytes(socket.toAbsolutePath().getParent());
  }

  private static int bytes(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
