// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Finds plug-ins of one kind by name, on the class path and in the {@link PluginDirectories} that
 * were the context class loader at construction. Any thread.
 */
public final class PluginLoader<T extends Plugin> {
  private final Class<T> type;
  private final PluginDirectories directories = PluginDirectories.current();

  public PluginLoader(Class<T> type) {
    this.type = type;
  }

  /** Returns every plug-in on the class path and in an open directory, sorted by name. */
  public List<T> all() {
    List<T> found = new ArrayList<>();
    ServiceLoader.load(type, directories).forEach(found::add);
    found.sort(Comparator.comparing(Plugin::name));
    return found;
  }

  /** Returns the plug-in with a name if it is on the class path or in an open directory. */
  public Optional<T> find(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * Returns the plug-in with a name. Opens, and builds in a checkout, the optional plug-in that
   * provides it.
   *
   * @throws ColophonException NOT_FOUND, with the known names, for an unknown name
   */
  public T get(String name) {
    return find(name)
        .or(() -> directories.openProviders(kind() + " " + name) ? find(name) : Optional.empty())
        .orElseThrow(() -> unknown(name));
  }

  private ColophonException unknown(String name) {
    String known = all().stream().map(Plugin::name).collect(Collectors.joining(", "));
    return ErrorCode.NOT_FOUND.exception(
        "no %s '%s'; known here: %s%s".formatted(kind(), name, known, optional()));
  }

  /** Returns the names of plug-ins in unopened directories, as the end of a message. */
  private String optional() {
    String prefix = kind() + " ";
    String names =
        directories.described().stream()
            .filter(each -> !directories.isOpen(each.name()))
            .flatMap(each -> each.provides().stream())
            .filter(each -> each.startsWith(prefix))
            .map(each -> each.substring(prefix.length()))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "; in optional plug-ins: " + names;
  }

  /** Returns the kind as text, such as {@code storage adapter} for a StorageAdapterFactory. */
  private String kind() {
    String words =
        type.getSimpleName().replaceAll("Factory$", "").replaceAll("(?<=.)(?=[A-Z])", " ");
    return words.toLowerCase(Locale.ROOT);
  }
}
