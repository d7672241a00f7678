package org.colophon.cli.config;

import java.nio.file.Path;
import org.colophon.client.ServiceAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Whoever writes a store, for those who would like to. */
public final class Writer {
  private Writer() {}

  /**
   * Adds to a refusal what can be done about it, if it is that somebody else writes.
   *
   * @return the exception itself if it says something else
   */
  public static ColophonException explain(Path store, ColophonException refusal) {
    if (refusal.code() != ErrorCode.STORE_LOCKED) {
      return refusal;
    }
    String message = refusal.getMessage();
    String advice =
        ServiceAddress.of(store)
            .filter(service -> (message + " ").contains(" process " + service.pid() + " "))
            .map(Writer::serviceAdvice)
            .orElse("; wait until it ends, or use another store: --store DIR");
    return new ColophonException(ErrorCode.STORE_LOCKED, message + advice, refusal);
  }

  private static String serviceAdvice(ServiceAddress service) {
    return (", a service (colophon serve) on %s; report to it there (docs/service.md),"
            + " end it with: kill %d, or use another store: --store DIR")
        .formatted(service.socket(), service.pid());
  }
}
