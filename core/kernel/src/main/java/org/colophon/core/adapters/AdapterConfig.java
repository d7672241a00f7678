// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/**
 * An adapter to run.
 *
 * @param name its name in the store. Its directory has that name, and a number if it was replaced.
 * @param options the engine's own options.
 * @param maxShare the share of all cores together that feeding the adapter may use: above 0, at
 *     most 1.
 */
public record AdapterConfig(
    String name, StorageAdapterFactory factory, Map<String, String> options, double maxShare) {
  private static final Set<String> RESERVED =
      Set.of(
          "journal",
          "lock",
          "writer",
          StoreIdentity.SYNCED,
          AttachedAdapters.FILE,
          StoreDirectory.SCRATCH);
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  public AdapterConfig {
    if (!isName(name)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "an adapter's name has only small letters, digits and dashes, and is none of "
              + RESERVED
              + "; not '"
              + name
              + "'");
    }
    if (!(maxShare > 0 && maxShare <= 1)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the share of the machine that adapter %s may take is above 0 and at most 1, not %s"
              .formatted(name, maxShare));
    }
    options = Map.copyOf(options);
  }

  /** Returns true if an adapter may have this name, which is then also safe as a directory name. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches() && !RESERVED.contains(name);
  }

  /** Constructs an adapter that may use the whole machine. */
  public AdapterConfig(String name, StorageAdapterFactory factory, Map<String, String> options) {
    this(name, factory, options, 1.0);
  }

  /** Returns a configuration with the engine's name and default options. */
  public static AdapterConfig of(StorageAdapterFactory factory) {
    return new AdapterConfig(factory.name(), factory, Map.of());
  }
}
