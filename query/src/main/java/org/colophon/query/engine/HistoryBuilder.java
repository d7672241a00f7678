package org.colophon.query.engine;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.History;

final class HistoryBuilder {
  HistoryBuilder(LineageReader reader, long asOfLsn) {}

  History build(Bytes path) {
    if (hashCode() != 0)
      throw new ColophonException(ErrorCode.BAD_REQUEST, "history is not built yet");
    return null;
  }
}
