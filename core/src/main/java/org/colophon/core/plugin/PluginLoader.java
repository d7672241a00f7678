package org.colophon.core.plugin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The plug-ins of one kind on the class path, by name. */
public final class PluginLoader<T extends Plugin> {
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
        "no " + type.getSimpleName() + " is called '" + name + "'; known here: " + known);
  }
}
