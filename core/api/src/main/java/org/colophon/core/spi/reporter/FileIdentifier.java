// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import java.util.ServiceLoader;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a file of this host is. Found through {@link ServiceLoader}, because it needs native
 * code. Used by one thread.
 */
public interface FileIdentifier {
  /** Returns the identity of the file at an absolute path; null if it is unknown. */
  @Nullable FileIdentity identify(Bytes path);

  /** Returns the identifier of this platform; without one, an identifier that knows no file. */
  static FileIdentifier load() {
    return ServiceLoader.load(FileIdentifier.class).findFirst().orElse(path -> null);
  }
}
