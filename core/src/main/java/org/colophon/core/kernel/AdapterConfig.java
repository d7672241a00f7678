package org.colophon.core.kernel;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/**
 * An adapter to run.
 *
 * @param name its name in this store, and of its folder there
 * @param options the engine's own
 */
public record AdapterConfig(
    String name, StorageAdapterFactory factory, Map<String, String> options) {
  private static final Set<String> RESERVED = Set.of("journal", "lock", "writer");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  public AdapterConfig {
    if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "an adapter's name is of small letters, digits and dashes, and none of "
              + RESERVED
              + "; not '"
              + name
              + "'");
    }
    options = Map.copyOf(options);
  }

  /** An adapter under its engine's name with default options. */
  public static AdapterConfig of(StorageAdapterFactory factory) {
    return new AdapterConfig(factory.name(), factory, Map.of());
  }
}
