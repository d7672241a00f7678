// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.spi.reporter.FileIdentifier;
import org.jspecify.annotations.Nullable;

/** Identifies regular files by statx(2). */
public final class LinuxFileIdentifier implements FileIdentifier {
  private final StatusReader statuses = new StatusReader();

  @Override
  public @Nullable FileIdentity identify(Bytes path) {
    StatusReader.Status status = statuses.read(path);
    return status != null && status.isRegular() && status.identity().isUnique()
        ? status.identity()
        : null;
  }
}
