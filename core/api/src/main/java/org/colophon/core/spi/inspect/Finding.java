package org.colophon.core.spi.inspect;

import java.util.Objects;
import org.colophon.core.model.Bytes;

/**
 * Something that an inspector found; it becomes an extended record of the process and the object.
 *
 * @param type a lower-case tag such as {@code text/patch}: what it is about, a slash, its form. A
 *     type says for good how its data is to be read; a new form is a new type or, for JSON, a new
 *     {@code version}
 * @param data JSON or a unified diff, in UTF-8; at most 4 MiB, more is refused
 */
public record Finding(String type, Bytes data) {
  /** The most bytes of data. */
  public static final int MAX_DATA_BYTES = 4 << 20;

  /** Checks that both are there. */
  public Finding {
    Objects.requireNonNull(type);
    Objects.requireNonNull(data);
  }
}
