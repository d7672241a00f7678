package org.colophon.cli.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;

/** The storage engines: those on the class path, and those that the launcher can put there. */
public final class Engines {
  /** The engine that brings Cypher. */
  private static final String CYPHER_ENGINE = "neo4j";

  /** What the launcher builds when asked, by the engine's name. */
  private static final Map<String, String> OPTIONAL =
      new TreeMap<>(
          Map.of(
              CYPHER_ENGINE,
              "Cypher and Bolt; GPL-3.0; downloads about 130 MB once",
              "jdbc",
              "tables in H2 or PostgreSQL"));

  private Engines() {}

  /**
   * The engine with a name.
   *
   * @throws EngineMissingException if no jar on the class path brings it
   */
  public static StorageAdapterFactory get(String name) {
    return find(name).orElseThrow(() -> new EngineMissingException(name));
  }

  /** The engine with a name, if it is on the class path. */
  public static Optional<StorageAdapterFactory> find(String name) {
    return new PluginLoader<>(StorageAdapterFactory.class)
        .all().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Whether an engine is on the class path. */
  public static boolean isThere(String name) {
    return new PluginLoader<>(StorageAdapterFactory.class)
        .all().stream().anyMatch(each -> each.name().equals(name));
  }

  /** Whether an engine is on the class path and can do something. */
  static boolean can(String name, StorageCapability capability) {
    return new PluginLoader<>(StorageAdapterFactory.class)
        .all().stream()
            .anyMatch(each -> each.name().equals(name) && each.capabilities().contains(capability));
  }

  /** Whether an engine's readers run Cypher, as far as can be known without it. */
  public static boolean understandsCypher(String name) {
    return name.equals(CYPHER_ENGINE) || can(name, StorageCapability.CYPHER);
  }

  /** The engines on the class path whose readers run Cypher. */
  public static List<String> withCypher() {
    return new PluginLoader<>(StorageAdapterFactory.class)
        .all().stream()
            .filter(each -> each.capabilities().contains(StorageCapability.CYPHER))
            .map(StorageAdapterFactory::name)
            .toList();
  }

  /** Whether an engine is one that the launcher builds when asked. */
  public static boolean isOptional(String name) {
    return OPTIONAL.containsKey(name);
  }

  /** The engines there are, for somebody who named another. */
  public static String known() {
    String here =
        new PluginLoader<>(StorageAdapterFactory.class)
            .all().stream().map(StorageAdapterFactory::name).collect(Collectors.joining(", "));
    String more =
        OPTIONAL.entrySet().stream()
            .map(each -> each.getKey() + " (" + each.getValue() + ")")
            .collect(Collectors.joining(", "));
    return "here: " + here + "; built by ./colophon when asked for: " + more;
  }

  /** An engine that no jar on the class path brings. */
  public static final class EngineMissingException extends ColophonException {
    private static final long serialVersionUID = 1L;

    private final String engine;

    EngineMissingException(String engine) {
      super(
          ErrorCode.BAD_REQUEST,
          "no storage engine '" + engine + "' is on the class path; " + known());
      this.engine = engine;
    }

    /** The name that was asked for. */
    public String engine() {
      return engine;
    }
  }
}
