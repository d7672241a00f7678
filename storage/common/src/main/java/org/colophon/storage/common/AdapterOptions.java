// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.jspecify.annotations.Nullable;

/** Reads and checks the options of an adapter. Each failure is a BAD_REQUEST. */
public final class AdapterOptions {
  private final String adapter;
  private final Map<String, String> values;

  private AdapterOptions(String adapter, Map<String, String> values) {
    this.adapter = adapter;
    this.values = values;
  }

  /**
   * Rejects options that the adapter does not have.
   *
   * @param ignored former options that stored configurations may still list
   */
  public static AdapterOptions of(
      String adapter, List<PluginOption> allowed, Set<String> ignored, StorageConfig config) {
    List<String> names = allowed.stream().map(PluginOption::name).toList();
    TreeSet<String> unknown = new TreeSet<>(config.options().keySet());
    unknown.removeAll(ignored);
    names.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the %s adapter has no option %s; it has %s".formatted(adapter, unknown, names));
    }
    return new AdapterOptions(adapter, config.options());
  }

  /** Returns the value as given, or the default. */
  public String text(PluginOption option) {
    return values.getOrDefault(option.name(), option.defaultValue());
  }

  /** Returns a number, which may have the unit k, m or g. */
  public long number(PluginOption option, long min, long max) {
    String text = text(option).toLowerCase(Locale.ROOT);
    if (text.matches("\\d{1,12}[kmg]?")) {
      int unit = "kmg".indexOf(text.charAt(text.length() - 1));
      long count = Long.parseLong(unit < 0 ? text : text.substring(0, text.length() - 1));
      int shift = 10 * (unit + 1);
      if (count <= max >> shift && count << shift >= min) {
        return count << shift;
      }
    }
    throw refused(option, "a number from " + min + " to " + max + ", with k, m or g after it");
  }

  /** Returns whether the value is {@code yes} rather than {@code no}. */
  public boolean flag(PluginOption option, String yes, String no) {
    String text = text(option).toLowerCase(Locale.ROOT);
    if (!text.equals(yes) && !text.equals(no)) {
      throw refused(option, yes + " or " + no);
    }
    return text.equals(yes);
  }

  /** Returns an absolute path, or null for an empty value. */
  public @Nullable Path file(PluginOption option) {
    String text = text(option);
    if (text.isEmpty()) {
      return null;
    }
    if (text.indexOf('\0') < 0 && Path.of(text).isAbsolute()) {
      return Path.of(text);
    }
    throw refused(option, "an absolute path");
  }

  /** Creates the failure to throw for a value. */
  public ColophonException refused(PluginOption option, String wanted) {
    return ErrorCode.BAD_REQUEST.exception(
        "the %s adapter's option %s is '%s'; it must be %s"
            .formatted(adapter, option.name(), text(option), wanted));
  }
}
