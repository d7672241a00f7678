// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.util.Objects;
import org.colophon.core.model.Bytes;

/**
 * A result of an inspector; it becomes an extended record of the process and the object.
 *
 * @param type a lower-case tag such as {@code text/patch}: the subject, a slash, the form. A type
 *     fixes the format of its data permanently. A new format needs a new type or, for JSON, a new
 *     {@code version}
 * @param data JSON or a unified diff, in UTF-8; at most 4 MiB, more is rejected
 */
public record Finding(String type, Bytes data) {
  /** Maximum size of the data. */
  public static final int MAX_DATA_BYTES = 4 << 20;

  /** Checks that type and data are present. */
  public Finding {
    Objects.requireNonNull(type);
    Objects.requireNonNull(data);
  }
}
