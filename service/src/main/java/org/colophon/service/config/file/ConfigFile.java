// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.files.RootPaths;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.follow.FollowConfig;
import org.colophon.history.index.IndexConfig;
import org.colophon.history.index.SnapshotConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.AttachConfig;
import org.colophon.service.config.JournalSpec;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.LogFormat;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.TlsConfig;
import org.colophon.service.config.VerifyConfig;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.config.history.ReplicationConfig;

/**
 * Reads a {@link ServiceConfig} from YAML. Reports all unknown keys and wrong values together, with
 * file, line and the valid choices.
 */
public final class ConfigFile {
  private final YamlSection root;
  private final ServiceConfig defaults;
  private final ConfigCheck check;

  private ConfigFile(YamlSection root, ServiceConfig defaults, ConfigCheck check) {
    this.root = root;
    this.defaults = defaults;
    this.check = check;
  }

  /** Reads a file, and checks the options of its plug-ins. */
  public static ServiceConfig read(Path file, Path defaultStore) {
    return read(file, defaultStore, ConfigCheck.PLUGINS);
  }

  /**
   * Reads a file.
   *
   * @param defaultStore the store if the file does not set it
   * @param check checks the files and plug-ins that the file refers to
   * @throws ColophonException NOT_FOUND, IO_FAILED; BAD_REQUEST with a line for each problem
   */
  public static ServiceConfig read(Path file, Path defaultStore, ConfigCheck check) {
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
      return parse(text, file.toString(), directory, defaultStore, check);
    } catch (CharacterCodingException e) {
      throw ErrorCode.BAD_REQUEST.exception(file + ": the file is not text in UTF-8", e);
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no file " + file + ": name the configuration with --config FILE", e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /**
   * Reads a text.
   *
   * @param name the file's name, for messages
   * @param directory base of relative paths
   */
  static ServiceConfig parse(
      String text, String name, Path directory, Path defaultStore, ConfigCheck check) {
    return YamlFile.parse(
        text,
        name,
        directory,
        root -> new ConfigFile(root, ServiceConfig.of(defaultStore), check).config());
  }

  private ServiceConfig config() {
    Path store = root.path("store").orElse(defaults.store());
    List<AdapterSpec> adapters = adapters();
    List<ReporterSpec> reporters = reporters();
    ListenConfig listen = root.finished("listen", ConfigFile::listen);
    LimitsConfig limits = root.finished("limits", ConfigFile::limits);
    JournalSpec journal = root.finished("journal", ConfigFile::journal);
    AttachConfig attach = root.finished("attach", this::attach);
    RootPaths backups =
        root.finished("backup", section -> new RootPaths(section.paths("roots", check::root)));
    RetentionConfig retention = root.finished("retention", ConfigFile::retention);
    VerifyConfig verify = root.finished("verify", ConfigFile::verify);
    ReplicationConfig replication =
        new ReplicationConfig(
            root.optional("follow", ConfigFile::follow),
            root.optional("archive", ConfigFile::archive),
            root.optional("publish", this::sharedLog),
            root.optional("index", this::index),
            root.optional("cluster", ConfigFile::nodes),
            root.optional("certify", this::certify),
            shared(root));
    YamlSection log = root.section("log");
    LogFormat logFormat = log.word("format", LogFormat.class, LogFormat.TEXT);
    log.done();
    return root.build(
        "adapters",
        () ->
            new ServiceConfig(
                store,
                adapters,
                reporters,
                listen,
                limits,
                journal,
                attach,
                backups,
                retention,
                verify,
                replication,
                logFormat),
        defaults);
  }

  private List<AdapterSpec> adapters() {
    Map<String, AdapterSpec> found = new LinkedHashMap<>();
    for (YamlSection each : root.sections("adapters")) {
      String engine = each.required("engine");
      String name = each.text("name", engine);
      AdapterSpec spec =
          new AdapterSpec(name, engine, each.options("options"), each.fraction("share", 1));
      each.check(
          each.has("name") ? "name" : "engine",
          () ->
              ErrorCode.BAD_REQUEST.require(
                  found.put(name, spec) == null, "two adapters have the same name"));
      if (!engine.isEmpty()) {
        each.check("engine", () -> check.engine(engine));
        each.checkOptions("options", () -> check.options(spec));
      }
      each.done();
    }
    return found.isEmpty() ? defaults.adapters() : List.copyOf(found.values());
  }

  private List<ReporterSpec> reporters() {
    List<ReporterSpec> found = new ArrayList<>();
    for (YamlSection each : root.sections("reporters")) {
      String name = each.required("reporter");
      List<String> include = each.rules("include");
      List<String> exclude = each.rules("exclude");
      ReporterSpec spec =
          new ReporterSpec(
              null,
              name,
              each.options("options"),
              each.flag("keep-all", false),
              each.word("on-overload", OverloadPolicy.class, OverloadPolicy.BLOCK),
              include,
              exclude,
              false);
      if (!name.isEmpty()) {
        each.check("reporter", () -> check.reporter(name));
        each.checkOptions("options", () -> check.options(spec));
      }
      found.add(spec);
      each.done();
    }
    return found;
  }

  private static ListenConfig listen(YamlSection section) {
    Optional<Path> path = section.path("socket");
    Optional<Path> socket =
        section.build("socket", () -> path.map(ServiceConfig::checkedSocket), Optional.empty());
    Optional<Path> token = section.path("token");
    Optional<TlsConfig> tls = section.optional("tls", ConfigFile::tls);
    List<String> hosts = section.texts("hosts");
    List<String> origins = section.texts("origins");
    Optional<TcpConfig> tcp =
        section.build(
            "tcp",
            () -> section.text("tcp").map(address -> tcp(address, tls, hosts, origins)),
            Optional.empty());
    return new ListenConfig(socket, tcp, token);
  }

  private static TlsConfig tls(YamlSection section) {
    return new TlsConfig(
        section.requiredPath("certificate"),
        section.requiredPath("key"),
        section.path("client-ca"));
  }

  private static TcpConfig tcp(
      String address, Optional<TlsConfig> tls, List<String> hosts, List<String> origins) {
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "listen.tcp is an address and a port such as 127.0.0.1:7979, not '" + address + "'");
    }
    String host = address.substring(0, colon).replaceAll("^\\[|\\]$", "");
    return new TcpConfig(host, Integer.parseInt(port), tls, hosts, origins);
  }

  private static LimitsConfig limits(YamlSection section) {
    LimitsConfig absent = LimitsConfig.DEFAULT;
    return section.build(
        "",
        () ->
            new LimitsConfig(
                section.size("request-bytes", absent.requestBytes()),
                section.size("ingest-bytes", absent.ingestBytes()),
                atMostInt(section.size("line-bytes", absent.lineBytes())),
                atMostInt(section.size("header-bytes", absent.headerBytes())),
                section.size("answer-bytes", absent.answerBytes()),
                section.integer("nodes", absent.nodes()),
                section.duration("request-time", absent.requestTime()),
                section.duration("idle-time", absent.idleTime()),
                section.integer("concurrent-requests", absent.concurrentRequests()),
                section.integer("connections", absent.connections()),
                section.integer("tails", absent.tails()),
                section.duration("stop-time", absent.stopTime())),
        absent);
  }

  private static int atMostInt(long bytes) {
    return (int) Math.min(bytes, 1 << 30);
  }

  private static JournalSpec journal(YamlSection section) {
    JournalSpec absent = JournalSpec.DEFAULT;
    return section.build(
        "",
        () ->
            new JournalSpec(
                section.size("budget", absent.budgetBytes()),
                section.size("segment", absent.segmentBytes()),
                section.duration("sync-interval", absent.syncInterval())),
        absent);
  }

  private static FollowConfig follow(YamlSection section) {
    Path token = section.requiredPath("token");
    return new FollowConfig(section.required("url"), token, section.path("ca"));
  }

  private static ArchiveConfig archive(YamlSection section) {
    return new ArchiveConfig(
        section.requiredPath("directory"),
        section.duration("seal-after", ArchiveConfig.DEFAULT_SEAL_AFTER));
  }

  private CertifyConfig certify(YamlSection section) {
    String key = section.required("key");
    return new CertifyConfig(
        CertifyConfig.isElsewhere(key) ? key : section.requiredPath("key").toString(),
        section.path("directory"),
        section.path("policy"));
  }

  private AttachConfig attach(YamlSection section) {
    AttachConfig absent = AttachConfig.DEFAULT;
    List<Path> roots =
        section.has("roots") ? section.paths("roots", check::root) : absent.roots().directories();
    boolean commands = section.flag("commands", absent.commands());
    return new AttachConfig(roots, commands);
  }

  private static RetentionConfig retention(YamlSection section) {
    YamlSection keep = section.section("keep");
    List<String> snapshots = keep.texts("snapshots");
    List<String> given = keep.texts("matching");
    List<String> matching =
        keep.build("matching", () -> RetentionConfig.checkedPatterns(given), List.of());
    keep.done();
    return section.build(
        "",
        () ->
            new RetentionConfig(
                section.duration("age"),
                section.size("size", 0),
                snapshots,
                matching,
                section.duration("every", RetentionConfig.DEFAULT_EVERY),
                section.fraction("share", RetentionConfig.DEFAULT_SHARE)),
        RetentionConfig.KEEP_ALL);
  }

  private static VerifyConfig verify(YamlSection section) {
    VerifyConfig absent = VerifyConfig.DEFAULT;
    return section.build(
        "",
        () ->
            new VerifyConfig(
                section.size("rate", absent.bytesPerSecond()),
                section.duration("every", absent.every())),
        absent);
  }

  private IndexConfig index(YamlSection section) {
    return new IndexConfig(
        sharedLog(section),
        section.text("group", IndexConfig.DEFAULT_GROUP),
        section.required("name"),
        section.optional("snapshots", ConfigFile::snapshots));
  }

  private static SnapshotConfig snapshots(YamlSection section) {
    Path directory = section.requiredPath("directory");
    Duration every = section.duration("every", SnapshotConfig.DEFAULT_EVERY);
    return section.build(
        "every",
        () -> new SnapshotConfig(directory, every),
        new SnapshotConfig(directory, SnapshotConfig.DEFAULT_EVERY));
  }

  private SharedLogSpec sharedLog(YamlSection section) {
    SharedLogSpec spec = new SharedLogSpec(section.required("log"), section.options("options"));
    if (!spec.log().isEmpty()) {
      section.check("log", () -> check.sharedLog(spec.log()));
      section.checkOptions("options", () -> check.options(spec));
    }
    return spec;
  }

  private static NodesConfig nodes(YamlSection section) {
    Path token = section.requiredPath("token");
    List<String> urls = section.texts("nodes");
    section.check(
        "nodes",
        () ->
            ErrorCode.BAD_REQUEST.require(
                !urls.isEmpty(), "cluster.nodes has no URL of a service"));
    return new NodesConfig(urls, token, section.path("ca"));
  }

  private static Map<String, Map<String, String>> shared(YamlSection root) {
    Map<String, Map<String, String>> shared = new LinkedHashMap<>();
    YamlSection section = root.section("shared-directories");
    for (String name : section.names()) {
      Map<String, String> paths = new LinkedHashMap<>();
      section
          .options(name)
          .forEach((host, path) -> paths.put(host, path.replaceAll("(?<=.)/+$", "")));
      section.check(
          name,
          () ->
              ErrorCode.BAD_REQUEST.require(
                  name.matches("[A-Za-z0-9._-]+")
                      && paths.size() > 1
                      && paths.values().stream().allMatch(each -> each.startsWith("/")),
                  "a shared directory has a name of letters, digits, dots, underscores and hyphens, and an absolute path for each of several hosts"));
      shared.put(name, paths);
    }
    section.done();
    return shared;
  }
}
