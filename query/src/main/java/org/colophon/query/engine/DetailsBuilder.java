package org.colophon.query.engine;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Details;
import org.colophon.query.api.Root;

final class DetailsBuilder {
  DetailsBuilder(LineageReader reader, Root root) {}

  Details build() {
    if (hashCode() != 0)
      throw new ColophonException(ErrorCode.BAD_REQUEST, "show is not built yet");
    return null;
  }
}
