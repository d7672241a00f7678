// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.util.Optional;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginDescriptor;
import org.colophon.core.plugin.PluginDirectories;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;

/** Finds storage engines in this JVM and in optional plug-ins. */
public final class Engines {
  private static final String KIND = "storage adapter ";

  private static final String CYPHER = "cypher";

  private Engines() {}

  private static PluginLoader<StorageAdapterFactory> loader() {
    return new PluginLoader<>(StorageAdapterFactory.class);
  }

  /**
   * Returns the engine with a name. If it is in an optional plug-in, builds the plug-in if
   * necessary.
   *
   * @throws ColophonException BAD_REQUEST if the name is unknown; the message has the known names
   */
  public static StorageAdapterFactory get(String name) {
    requireToExist(name);
    return loader().get(name);
  }

  /**
   * Rejects a name if neither this JVM nor an optional plug-in has such an engine.
   *
   * @throws ColophonException BAD_REQUEST; the message has the known names
   */
  public static void requireToExist(String name) {
    if (find(name).isEmpty() && !isOptional(name)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "no storage engine '%s'; %s".formatted(name, knownNames()));
    }
  }

  /** Returns the engine with a name if it is in this JVM or in an open plug-in. */
  public static Optional<StorageAdapterFactory> find(String name) {
    return loader().find(name);
  }

  /** Returns whether the readers of an engine run Cypher. Does not open the engine's plug-in. */
  public static boolean understandsCypher(String name) {
    return plugin(name).filter(each -> each.provides().contains(CYPHER)).isPresent()
        || can(name, StorageCapability.CYPHER);
  }

  static boolean can(String name, StorageCapability capability) {
    return find(name).filter(each -> each.capabilities().contains(capability)).isPresent();
  }

  /** Returns whether an engine is in an optional plug-in. */
  public static boolean isOptional(String name) {
    return plugin(name).isPresent();
  }

  /** Returns the optional plug-in that contains an engine. */
  public static Optional<PluginDescriptor> plugin(String name) {
    return PluginDirectories.current().described().stream()
        .filter(each -> each.provides().contains(KIND + name))
        .findFirst();
  }

  private static String knownNames() {
    String here =
        loader().all().stream().map(StorageAdapterFactory::name).collect(Collectors.joining(", "));
    String optional =
        PluginDirectories.current().described().stream()
            .flatMap(
                each ->
                    each.provides().stream()
                        .filter(service -> service.startsWith(KIND))
                        .map(
                            service ->
                                service.substring(KIND.length()) + " (" + each.description() + ")"))
            .collect(Collectors.joining(", "));
    return "here: " + here + (optional.isEmpty() ? "" : "; in optional plug-ins: " + optional);
  }
}
