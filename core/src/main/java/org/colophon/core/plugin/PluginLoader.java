package org.colophon.core.plugin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The plug-ins of one kind on the class path, by name. */
public final class PluginLoader<T extends Plugin> {
  /** What the launcher builds when asked, and by which word, by the kind and name of plug-ins. */
  private static final Map<String, String> OPTIONAL =
      Map.of(
          "inspector metadata", "tika",
          "storage adapter neo4j", "neo4j",
          "storage adapter jdbc", "jdbc");

  private final Class<T> type;

  public PluginLoader(Class<T> type) {
    this.type = type;
  }

  /** Every plug-in found, by name. */
  public List<T> all() {
    List<T> found = new ArrayList<>();
    ServiceLoader.load(type).forEach(found::add);
    found.sort(Comparator.comparing(Plugin::name));
    return found;
  }

  /**
   * The plug-in with a name.
   *
   * @throws ColophonException NOT_FOUND, with the known names, if there is none
   */
  public T get(String name) {
    List<T> all = all();
    for (T plugin : all) {
      if (plugin.name().equals(name)) {
        return plugin;
      }
    }
    String known = all.stream().map(Plugin::name).collect(Collectors.joining(", "));
    throw new ColophonException(
        ErrorCode.NOT_FOUND,
        "no %s '%s'; known here: %s%s".formatted(kind(), name, known, hint(name)));
  }

  /** Such as {@code storage adapter} for a StorageAdapterFactory. */
  private String kind() {
    String words =
        type.getSimpleName().replaceAll("Factory$", "").replaceAll("(?<=.)(?=[A-Z])", " ");
    return words.toLowerCase(Locale.ROOT);
  }

  private String hint(String name) {
    String plugin = OPTIONAL.get(kind() + " " + name);
    return plugin == null
        ? ""
        : "; it comes with the plug-in %s: start colophon with COLOPHON_WITH=%s in the environment"
            .formatted(plugin, plugin);
  }
}
