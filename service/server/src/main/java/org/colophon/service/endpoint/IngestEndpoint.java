package org.colophon.service.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.OverloadPolicy;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Parameters;
import org.colophon.service.http.Problem;
import org.colophon.service.http.Route;
import org.colophon.service.ingest.IngestResult;
import org.colophon.service.ingest.Ingester;

/** Operations from other programs. */
public final class IngestEndpoint {
  private final Ingester ingester;
  private final Readers readers;

  public IngestEndpoint(Ingester ingester, Readers readers) {
    this.ingester = ingester;
    this.readers = readers;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.ingest(
            "POST", "/v1/operations", List.of("atomic", "keep-all", "ids"), this::operations));
  }

  private void operations(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    SinkOptions options = new SinkOptions(given.flag("keep-all"), OverloadPolicy.BLOCK);
    InputStream body = exchange.body(exchange.limits().ingestBytes());
    boolean isAtomic = given.flag("atomic");
    IngestResult result =
        isAtomic
            ? ingester.ingestAll(
                body.readAllBytes(),
                options,
                () -> readers.reader(exchange, null, StorageCapability.READ))
            : ingester.ingest(body, options);
    if (isAtomic && result.refused() > 0) {
      exchange.problem(refusal(result));
      return;
    }
    exchange.json(200, given.flag("ids") ? result : result.withoutIds());
  }

  /** The refusal of a request that wanted all lines or none. */
  static Problem refusal(IngestResult result) {
    String detail =
        result.accepted() == 0
            ? result.refused() + " bad lines, so nothing was recorded"
            : "%d lines were good when they were checked, and bad when they were recorded, as others changed what they refer to; %d lines were recorded"
                .formatted(result.refused(), result.accepted());
    return new Problem(400, ErrorCode.BAD_INPUT, detail, result.problems());
  }
}
