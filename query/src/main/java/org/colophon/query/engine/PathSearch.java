package org.colophon.query.engine;

import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Explanation;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;

final class PathSearch {
  PathSearch(LineageReader reader, LineageQuery query, List<Root> causes) {}

  Explanation find() {
    if (hashCode() != 0) throw new ColophonException(ErrorCode.BAD_REQUEST, "why is not built yet");
    return null;
  }
}
